import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type BrandNames, mentionFinder } from "./mentions"
import { normalizeName, normalizeText } from "./normalized-text"
import { brandWithName } from "./testing/brand-with-name"

const namesIn = (text: string, ...brands: BrandNames[]) => mentionFinder(brands)(text).map((m) => m.brand_id)

describe("mentionFinder", () => {
  it("ranks brands by first position and counts every occurrence", () => {
    const found = mentionFinder([brandWithName("Sony"), brandWithName("Anker"), brandWithName("Bose")])(
      "Anker first, then Sony. Anker again.",
    )
    expect(found).toMatchObject([
      { brand_id: "Anker", rank: 1, count: 2, first_offset: 0, matched_alias: "Anker" },
      { brand_id: "Sony", rank: 2, count: 1, first_offset: 18 },
    ])
  })

  it("treats letters and digits in any script as word boundaries", () => {
    expect(namesIn("the 1MORE Sonoflow", brandWithName("1MORE"))).toEqual(["1MORE"])
    expect(namesIn("11MORE or 1MOREs", brandWithName("1MORE"))).toEqual(["1MORE"])
    expect(namesIn("Sonyéx, xSony, Sony2", brandWithName("Sony"))).toEqual([])
    expect(namesIn("推荐Sony耳机和索尼", brandWithName("Sony"), brandWithName("索尼"))).toEqual(["Sony", "索尼"])
  })

  it("matches plurals, possessives, trademark signs, and any kind of hyphen or apostrophe", () => {
    expect(namesIn("Sony’s and two Boses", brandWithName("Sony"), brandWithName("Bose"))).toEqual(["Sony", "Bose"])
    expect(namesIn("Sony™ and Bose®", brandWithName("Sony"), brandWithName("Bose"))).toEqual(["Sony", "Bose"])
    expect(
      namesIn("Audio\u2011Technica ATH, De’Longhi", brandWithName("Audio-Technica"), brandWithName("De'Longhi")),
    ).toEqual(["Audio-Technica", "De'Longhi"])
    expect(namesIn("Ｓｏｎｙ, BANG &\n OLUFSEN", brandWithName("Sony"), brandWithName("Bang & Olufsen"))).toEqual([
      "Sony",
      "Bang & Olufsen",
    ])
  })

  it("matches a distinctive name that lost the space before it, but no part of a word", () => {
    expect(namesIn("Google Nest WifiLinksys Velop", brandWithName("Linksys"))).toEqual(["Linksys"])
    expect(
      namesIn("McDonald, OnePlus, SoundCore", brandWithName("Donald"), brandWithName("Plus"), brandWithName("Core")),
    ).toEqual([])
    expect(namesIn("nolinksys, WifiLinksysX", brandWithName("Linksys"))).toEqual([])
  })

  it("prefers the longest name", () => {
    expect(
      namesIn("Soundcore by Anker", brandWithName("Anker"), brandWithName("S", { aliases: ["Soundcore by Anker"] })),
    ).toEqual(["S"])
  })

  it("ignores negative aliases", () => {
    const apple = brandWithName("Apple", { negative_aliases: ["Apple Valley"] })
    expect(namesIn("Apple Valley is a town.", apple)).toEqual([])
    expect(namesIn("Apple Valley has an Apple store.", apple)).toEqual(["Apple"])
  })

  it("searches anchor text, but not link targets, bare addresses or reference lists", () => {
    const text = `[Sony WH](https://bose.com/x) see https://jbl.com/bose and [this][1]\n\n[1]: https://a.example "Bose at Jabra"`
    expect(
      namesIn(text, brandWithName("Sony"), brandWithName("Bose"), brandWithName("JBL"), brandWithName("Jabra")),
    ).toEqual(["Sony"])
  })

  it("matches a common word only when it is capitalized or the brand's domain is in the same sentence", () => {
    const away = brandWithName("Away", { domains: ["awaytravel.com"] })
    expect(namesIn("Put it away. Far away!", away)).toEqual([])
    expect(namesIn("The Away Carry-On is good.", away)).toEqual(["Away"])
    expect(namesIn("Look at away (awaytravel.com). Then go.", away)).toEqual(["Away"])
  })

  it.each([
    ["müller.de", "xn--mller-kva.de"],
    ["xn--mller-kva.de", "müller.de"],
    ["mu\u0308ller.de", "müller.de"],
  ])("finds the domain %s of a brand as %s in an answer", (domain, written) => {
    const away = brandWithName("Away", { domains: [domain] })
    expect(namesIn(`Look at away (${written}). Then go.`, away)).toEqual(["Away"])
    expect(namesIn(`Away is flexible. More at shop.${written}.`, away)).toEqual(["Away"])
    expect(namesIn(`Look at away (not${written}). Then go.`, away)).toEqual([])
  })

  it("returns an excerpt of at most 300 characters of prose around the first mention", () => {
    const text = `${"word ".repeat(80)}**Sony** [WH](https://sony.example/long) ${"more ".repeat(100)}`
    const [found] = mentionFinder([brandWithName("Sony")])(text)
    expect(found?.excerpt.length).toBeLessThanOrEqual(300)
    expect(found?.excerpt).toContain("Sony WH more")
    expect(found?.excerpt).not.toContain("https")
  })

  it("returns the offset of the name, regardless of the text around it", () => {
    const noise = fc.string({ unit: "binary", maxLength: 30 })
    fc.assert(
      fc.property(noise, noise, fc.constantFrom("Sony", "De'Longhi", "Bang & Olufsen", "索尼", "Ærø"), (a, b, name) => {
        const text = `${a} ${name} ${b}`
        for (const found of mentionFinder([brandWithName(name)])(text)) {
          const at = normalizeName(text.slice(found.first_offset, found.first_offset + name.length))
          expect(at.startsWith(normalizeName(name).slice(0, 2))).toBe(true)
        }
      }),
    )
  })

  it("maps every normalized character to an offset in the original, in order", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const { text: normalized, origins } = normalizeText(text)
        expect(origins).toHaveLength(normalized.length + 1)
        expect(origins.every((o, i) => o >= (origins[i - 1] ?? 0) && o <= text.length)).toBe(true)
      }),
    )
  })
})
