import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { collectionsOf } from "@/domain/testing/answer-collections"
import { type CanonicalUrl, canonicalUrl } from "./canonical-url"
import { classifySource, distinctSources } from "./sources"

const url = (raw: string, title?: string) => canonicalUrl(raw, title)?.url

describe("canonicalUrl", () => {
  it("removes www, m, default ports, fragments, trailing slashes and tracking parameters, and sorts the rest of the query", () => {
    expect(url("HTTPS://WWW.Example.COM:443/Path/Page/?utm_source=chatgpt.com&b=2&a=1&gclid=x&ref=y#:~:text=so")).toBe(
      "https://example.com/Path/Page?a=1&b=2",
    )
    expect(url("https://m.yelp.com/search?find_loc=Rome&amp;b=1")).toBe("https://yelp.com/search?b=1&find_loc=Rome")
    expect(url("https://www.com/")).toBe("https://www.com")
    expect(url("http://example.com:8080/")).toBe("http://example.com:8080")
  })

  it("unwraps redirectors, including nested ones", () => {
    expect(url("https://www.google.com/url?q=https%3A%2F%2Fwww.bose.com%2Fx%2F%3Futm_medium%3Da&sa=U")).toBe(
      "https://bose.com/x",
    )
    const bing = `https://www.bing.com/ck/a?u=a1${Buffer.from("https://sony.com/wh").toString("base64url")}`
    expect(url(`https://duckduckgo.com/l/?uddg=${encodeURIComponent(bing)}`)).toBe("https://sony.com/wh")
  })

  it("decodes only targets that Bing has encoded", () => {
    expect(url("https://www.google.com/url?q=a1supplements.com/x")).toBe("https://a1supplements.com/x")
  })

  it.each([
    ["https://m.google.com/search?q=x", undefined],
    ["https://m.google.com/url?q=https://example.com/a", "https://example.com/a"],
    ["https://www.google.com/url/?q=https://example.com/a", "https://example.com/a"],
    ["https://www.google.com/%75rl?q=https://example.com/a", "https://example.com/a"],
    ["https://m.google.com/amp/s/example.com/a", "https://example.com/a"],
    ["https://www.archive.ph/https://example.com/a", "https://example.com/a"],
    ["https://example.com/%7%35", "https://example.com/u"],
  ])("applies the rules to the canonical form of %s", (raw, canonical) => {
    expect(url(raw)).toBe(canonical)
  })

  it("takes the host from the title when the engine hides the target", () => {
    const hidden = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC"
    expect(canonicalUrl(hidden, "www.rtings.com")).toEqual({
      url: hidden,
      host: "rtings.com",
      registrable_domain: "rtings.com",
    })
  })

  it.each([
    ["bücher.de", "xn--bcher-kva.de", "xn--bcher-kva.de"],
    ["www.xn--bcher-kva.de", "xn--bcher-kva.de", "xn--bcher-kva.de"],
    ["youtu.be", "youtube.com", "youtube.com"],
    ["simple.m.wikipedia.org", "simple.wikipedia.org", "wikipedia.org"],
    ["A title", "unresolved", "unresolved"],
    ["youtube", "unresolved", "unresolved"],
    ["https://evil.example/", "unresolved", "unresolved"],
    ["https://helixsleep.com/x", "helixsleep.com", "helixsleep.com"],
    ["https://www.helixsleep.com", "helixsleep.com", "helixsleep.com"],
    ["helixsleep.com/x", "helixsleep.com", "helixsleep.com"],
    ["helixsleep.com › blog", "helixsleep.com", "helixsleep.com"],
    ["https://helixsleep.com › blog › beds", "helixsleep.com", "helixsleep.com"],
    ["Best CRM - helixsleep.com", "helixsleep.com", "helixsleep.com"],
    ["Best CRM | blog.helixsleep.com", "blog.helixsleep.com", "helixsleep.com"],
    ["e.g.", "unresolved", "unresolved"],
    ["e.g", "unresolved", "unresolved"],
    ["Node.js", "unresolved", "unresolved"],
    ["ASP.NET", "unresolved", "unresolved"],
    ["Monday.com – Pricing and plans", "unresolved", "unresolved"],
    ["com", "unresolved", "unresolved"],
  ])("reads the host from the title %s", (title, host, registrable_domain) => {
    const hidden = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC"
    expect(canonicalUrl(hidden, title)).toMatchObject({ host, registrable_domain })
  })

  it("does not change a canonical address with any mixture of AMP marks", () => {
    const part = fc.constantFrom(
      ..."/amp .amp /platform /2024 /1234567 /a-b-c-d /a-b /guitar /news .html / AMP".split(" "),
    )
    const before = fc.constantFrom(
      "https://a.example",
      "https://www.google.com/amp/s/a.example",
      "https://amp.a.example",
      "https://bbc.co.uk",
    )
    fc.assert(
      fc.property(before, fc.constantFrom("", "/x"), fc.array(part, { maxLength: 7 }), (host, first, parts) => {
        const once = canonicalUrl(`${host}${first}/${parts.join("")}`)
        if (once) expect(canonicalUrl(once.url)).toEqual(once)
      }),
      { numRuns: 4_000 },
    )
  })

  it("returns null for an engine's links to itself and for anything but web addresses", () => {
    for (const raw of [
      "https://chatgpt.com/?hints=search&q=HP",
      "https://www.google.com/search?q=x",
      "mailto:a@b.example",
      "x",
    ])
      expect(canonicalUrl(raw)).toBeNull()
  })

  it("returns the registrable domain, including private suffixes", () => {
    const domain = (raw: string) => canonicalUrl(raw)?.registrable_domain
    expect(domain("https://shop.example.co.uk/a")).toBe("example.co.uk")
    expect(domain("https://ada.github.io/a")).toBe("ada.github.io")
    expect(domain("http://127.0.0.1:8080/a")).toBe("127.0.0.1")
  })

  it("does not change a canonical address", () => {
    const tracked = fc.webUrl({ withQueryParameters: true, withFragments: true, size: "medium" })
    fc.assert(
      fc.property(tracked, fc.constantFrom("", "?utm_source=x&ref=1&z=%20", "/", "//"), (raw, tail) => {
        const once = canonicalUrl(raw + tail)
        if (once) expect(canonicalUrl(once.url)).toEqual(once)
      }),
    )
  })

  it("shortens addresses that are too long for an index", () => {
    expect(url(`https://example.com/a?x=${"y".repeat(3000)}`)).toBe("https://example.com/a")
    expect(url(`https://example.com/${"y".repeat(3000)}`)).toBe("https://example.com")
  })
})

describe("classifySource", () => {
  const brands = [
    { id: "o", kind: "own", domains: ["bose.com"], domain_paths: [] },
    {
      id: "c",
      kind: "competitor",
      domains: ["sony.com"],
      domain_paths: ["pg.example/oral-b", "twitter.com/sony", "WWW.YouTube.com/@sony"],
    },
  ]
  const classOf = (raw: string) => {
    const source = canonicalUrl(raw)
    return source && classifySource(source, brands)
  }
  it("returns own, competitor or the type of third party", () => {
    expect(classOf("https://shop.bose.com/x")).toEqual({ brand_id: "o", source_class: "own" })
    expect(classOf("https://electronics.sony.com")).toEqual({ brand_id: "c", source_class: "competitor" })
    expect(classOf("https://pg.example/oral-b/io")).toEqual({ brand_id: "c", source_class: "competitor" })
    expect(classOf("https://twitter.com/sony/status/1")).toEqual({ brand_id: "c", source_class: "competitor" })
    expect(classOf("https://x.com/sony?s=20")).toEqual({ brand_id: "c", source_class: "competitor" })
    expect(classOf("https://www.youtube.com/@sony/videos")).toEqual({ brand_id: "c", source_class: "competitor" })
    expect(classOf("https://pg.example/oral-bx")).toEqual({ brand_id: null, source_class: "other" })
    expect(classOf("https://notbose.com")).toEqual({ brand_id: null, source_class: "other" })
    expect(classOf("https://www.reddit.com/r/x")?.source_class).toBe("ugc")
    expect(classOf("https://en.wikipedia.org/wiki/X")?.source_class).toBe("reference")
    expect(classOf("https://ftc.gov/x")?.source_class).toBe("institutional")
    expect(classOf("https://www.ox.ac.uk/x")?.source_class).toBe("institutional")
    expect(classOf("https://www.nytimes.com/wirecutter")?.source_class).toBe("editorial")
    expect(classOf("https://www.amazon.com/dp")?.source_class).toBe("corporate")
  })

  it("finds brands by internationalized domains and paths, however they are written", () => {
    const umlautBrand = {
      id: "m",
      kind: "own",
      domains: ["müller.de"],
      domain_paths: ["pg.example/Müller", "bücher.example/a"],
    }
    for (const domains of [["müller.de"], ["xn--mller-kva.de"], ["mu\u0308ller.de"]])
      for (const raw of ["https://müller.de/a", "https://shop.xn--mller-kva.de/", "https://MÜLLER.de"])
        expect(classifySource(canonicalUrl(raw) as CanonicalUrl, [{ ...umlautBrand, domains }]).brand_id).toBe("m")
    for (const raw of ["https://pg.example/Müller/x", "https://pg.example/M%c3%bcller", "https://bücher.example/a/b"])
      expect(classifySource(canonicalUrl(raw) as CanonicalUrl, [umlautBrand]).brand_id).toBe("m")
    expect(classifySource(canonicalUrl("https://mueller.de") as CanonicalUrl, [umlautBrand]).brand_id).toBeNull()
  })
})

const collections = collectionsOf({
  made: [
    { raw: 144, canonical: 48, repeatedInAnAnswer: 0, dropped: 48 },
    { raw: 204, canonical: 60, repeatedInAnAnswer: 144, dropped: 0 },
  ],
  real: [
    { raw: 484, canonical: 410, repeatedInAnAnswer: 0, dropped: 6 },
    { raw: 982, canonical: 734, repeatedInAnAnswer: 99, dropped: 0 },
  ],
})

describe.each(collections)("the addresses that $title cite", ({ answers, expected }) => {
  it("reduce to fewer pages, with few addresses dropped", () => {
    const distinct = (engine: string) => {
      const cited = answers.filter((a) => a.engine === engine).map((a) => a.sources.map((s) => s.url))
      const canonical = cited.map((urls) => urls.map((u) => url(u)).filter((u) => u !== undefined))
      return {
        raw: new Set(cited.flat()).size,
        canonical: new Set(canonical.flat()).size,
        repeatedInAnAnswer: canonical.reduce((n, urls) => n + urls.length - new Set(urls).size, 0),
        dropped: cited.flat().length - canonical.flat().length,
      }
    }
    expect([distinct("chatgpt"), distinct("google_ai_mode")]).toEqual(expected)
  })
})

describe("distinctSources", () => {
  it("counts a page that the answer cites and the engine read once, as cited", () => {
    const page = "https://rtings.com/a"
    const found = distinctSources(
      [
        { url: `${page}?utm_source=x`, title: null, kind: "retrieved" },
        { url: page, title: null, kind: "cited" },
        { url: "https://rtings.com/b", title: null, kind: "retrieved" },
      ],
      [],
    )
    expect(found.map(({ kind, canonical }) => [kind, canonical.url])).toEqual([
      ["cited", page],
      ["retrieved", "https://rtings.com/b"],
    ])
  })

  it("calls a page that the engine hides unresolved", () => {
    const hidden = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC"
    const [found] = distinctSources([{ url: hidden, title: "A title", kind: "cited" }], [])
    expect(found?.canonical).toMatchObject({ host: "unresolved", registrable_domain: "unresolved" })
    expect(found?.source_class).toBe("other")
  })
})
