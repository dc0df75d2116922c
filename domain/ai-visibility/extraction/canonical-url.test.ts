import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { hasRealAnswers, realAnswers } from "@/domain/testing/real-answers"
import { canonicalUrl } from "./canonical-url"
import { classifySource } from "./source-class"

const url = (raw: string, title?: string) => canonicalUrl(raw, title)?.url

describe("canonical addresses", () => {
  it("drop www, m, default ports, fragments, trailing slashes and tracking, and sort what is left", () => {
    expect(url("HTTPS://WWW.Example.COM:443/Path/Page/?utm_source=chatgpt.com&b=2&a=1&gclid=x&ref=y#:~:text=so")).toBe(
      "https://example.com/Path/Page?a=1&b=2",
    )
    expect(url("https://m.yelp.com/search?find_loc=Rome&amp;b=1")).toBe("https://yelp.com/search?b=1&find_loc=Rome")
    expect(url("https://www.com/")).toBe("https://www.com")
    expect(url("http://example.com:8080/")).toBe("http://example.com:8080")
  })

  it("unwrap redirectors, also in one another", () => {
    expect(url("https://www.google.com/url?q=https%3A%2F%2Fwww.bose.com%2Fx%2F%3Futm_medium%3Da&sa=U")).toBe(
      "https://bose.com/x",
    )
    const bing = `https://www.bing.com/ck/a?u=a1${Buffer.from("https://sony.com/wh").toString("base64url")}`
    expect(url(`https://duckduckgo.com/l/?uddg=${encodeURIComponent(bing)}`)).toBe("https://sony.com/wh")
  })

  it("take the host from the title where the engine hides the target", () => {
    const hidden = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC"
    expect(canonicalUrl(hidden, "www.rtings.com")).toEqual({
      url: hidden,
      host: "rtings.com",
      registrable_domain: "rtings.com",
    })
  })

  it("are none for an engine's own links, and for what is no web address", () => {
    for (const raw of [
      "https://chatgpt.com/?hints=search&q=HP",
      "https://www.google.com/search?q=x",
      "mailto:a@b.example",
      "x",
    ])
      expect(canonicalUrl(raw)).toBeNull()
  })

  it("know the registrable domain, with private suffixes", () => {
    const domain = (raw: string) => canonicalUrl(raw)?.registrable_domain
    expect(domain("https://shop.example.co.uk/a")).toBe("example.co.uk")
    expect(domain("https://ada.github.io/a")).toBe("ada.github.io")
    expect(domain("http://127.0.0.1:8080/a")).toBe("127.0.0.1")
  })

  it("stay as they are when made canonical again", () => {
    const tracked = fc.webUrl({ withQueryParameters: true, withFragments: true, size: "medium" })
    fc.assert(
      fc.property(tracked, fc.constantFrom("", "?utm_source=x&ref=1&z=%20", "/", "//"), (raw, tail) => {
        const once = canonicalUrl(raw + tail)
        if (once) expect(canonicalUrl(once.url)).toEqual(once)
      }),
    )
  })

  it("stay short enough to be indexed", () => {
    expect(url(`https://example.com/a?x=${"y".repeat(3000)}`)).toBe("https://example.com/a")
    expect(url(`https://example.com/${"y".repeat(3000)}`)).toBe("https://example.com")
  })
})

describe("classes of sources", () => {
  const brands = [
    { id: "o", kind: "own", domains: ["bose.com"], domain_paths: [] },
    { id: "c", kind: "competitor", domains: ["sony.com"], domain_paths: ["pg.example/oral-b"] },
  ]
  const classOf = (raw: string) => {
    const source = canonicalUrl(raw)
    return source && classifySource(source, brands)
  }
  it("are ours, a competitor's, or a kind of third party", () => {
    expect(classOf("https://shop.bose.com/x")).toEqual({ brand_id: "o", source_class: "own" })
    expect(classOf("https://electronics.sony.com")).toEqual({ brand_id: "c", source_class: "competitor" })
    expect(classOf("https://pg.example/oral-b/io")).toEqual({ brand_id: "c", source_class: "competitor" })
    expect(classOf("https://pg.example/oral-bx")).toEqual({ brand_id: null, source_class: "other" })
    expect(classOf("https://notbose.com")).toEqual({ brand_id: null, source_class: "other" })
    expect(classOf("https://www.reddit.com/r/x")?.source_class).toBe("ugc")
    expect(classOf("https://en.wikipedia.org/wiki/X")?.source_class).toBe("reference")
    expect(classOf("https://ftc.gov/x")?.source_class).toBe("institutional")
    expect(classOf("https://www.ox.ac.uk/x")?.source_class).toBe("institutional")
    expect(classOf("https://www.nytimes.com/wirecutter")?.source_class).toBe("editorial")
    expect(classOf("https://www.amazon.com/dp")?.source_class).toBe("corporate")
  })
})

describe.skipIf(!hasRealAnswers)("the addresses that 408 real answers cite (../shared/data)", () => {
  it("are 410 pages instead of 484 (ChatGPT) and 734 instead of 982 (AI Mode), 99 of them repeated inside an answer", () => {
    const distinct = (engine: string) => {
      const cited = realAnswers()
        .filter((a) => a.engine === engine)
        .map((a) => a.sources.map((s) => s.url))
      const canonical = cited.map((urls) => urls.map((u) => url(u)).filter((u) => u !== undefined))
      return {
        raw: new Set(cited.flat()).size,
        canonical: new Set(canonical.flat()).size,
        repeatedInAnAnswer: canonical.reduce((n, urls) => n + urls.length - new Set(urls).size, 0),
        dropped: cited.flat().length - canonical.flat().length,
      }
    }
    expect([distinct("chatgpt"), distinct("google_ai_mode")]).toEqual([
      { raw: 484, canonical: 410, repeatedInAnAnswer: 0, dropped: 6 },
      { raw: 982, canonical: 734, repeatedInAnAnswer: 99, dropped: 0 },
    ])
  })
})
