import { describe, expect, it } from "vitest"
import { collectionsOf } from "@/domain/testing/answer-collections"
import { printMeasurement } from "@/domain/testing/size"
import { brandKey, brandsOf, type LabelledBrand } from "../answer-file/labelled-brands"
import { canonicalUrl } from "../extraction/canonical-url"
import { brandCandidates, siteKey } from "./brand-candidates"
import { splitWords } from "./capitalized-runs"

const names = (answers: string[], sites: string[] = []) =>
  brandCandidates(answers.map(splitWords), new Set(sites.map(siteKey))).map(({ name }) => name)

describe("brandCandidates", () => {
  it("finds a brand as the common start of several product names", () => {
    expect(names(["1. **Sony WH-1000XM5**", "- Sony LinkBuds: small", "| Sony WF-C510 | $60 |"])).toEqual(["Sony"])
  })

  it.each([
    ["Brooklyn Bedding Aurora", ["Brooklyn Bedding"], ["brooklynbedding.com"]],
    ["Bank of America Travel Rewards", ["Bank of America"], ["bankofamerica.com"]],
    ["Briggs & Riley Baseline", ["Briggs & Riley"], ["briggs-riley.com"]],
    ["1MORE SonoFlow", ["1MORE"], ["1more.com"]],
    ["De’Longhi Dedica", ["De’Longhi"], ["delonghi.com"]],
    ["Müller Lockenstab", ["Müller"], ["xn--mller-kva.de"]],
  ])("finds a brand of several or unusual words: %s", (head, expected, sites) => {
    expect(names([`**${head}**`, `## ${head} Plus`], sites)).toEqual(expected)
  })

  it("finds brands where lines and prices run together", () => {
    const glued = "good sound.Sony WH-CH720N: quiet.Bose 700 Headphones$299.004.5(2k+)Sony LinkBuds: small"
    expect(names([glued, glued.replace("Bose 700 Headphones", "Bose Ultra Headphones")])).toEqual(["Bose", "Sony"])
  })

  it("ignores headings, measures, common words, magazines and shops", () => {
    const answer =
      "**Pros**: x\n**Battery Life**: battery life is long\n**8GB RAM**\n**Amazon**\n**The Verge**\n**RTINGS**: y"
    expect(names([answer, answer], ["theverge.com", "amazon.com"])).toEqual([])
  })

  it("ignores a name that appears in one answer only", () => {
    expect(names(["**Sony LinkBuds** and **Sony WH-1000XM5**"], ["sony.com"])).toEqual([])
  })
})

/**
 * The minimum share of suggestions that are brands, and of brands that are suggested: of all brands, and of brands in
 * three answers or more.
 */
const collections = collectionsOf({
  made: { precision: 0.9, recall: 0.9, recallOften: 1 },
  real: { precision: 0.75, recall: 0.58, recallOften: 0.85 },
})

describe.each(collections)("$title", ({ answers: all, expected }) => {
  const bySet = [...Map.groupBy(all, ({ prompt_set }) => prompt_set)]
  const sets = bySet.map(([set, answers]) => {
    const labels = new Map<string, number>()
    for (const { labelled_brands } of answers)
      for (const label of new Set(labelled_brands)) labels.set(label, (labels.get(label) ?? 0) + 1)
    const urls = answers.flatMap(({ sources }) => sources)
    const sites = urls.flatMap(({ url, title }) => canonicalUrl(url, title)?.registrable_domain ?? [])
    const readings = answers.map(({ response }) => splitWords(response))
    const found = brandCandidates(readings, new Set(sites.map(siteKey)))
    return { set, first20: found.slice(0, 20).map(({ key }) => key), brands: brandsOf(labels) }
  })
  const isIn = (keys: string[]) => (brand: LabelledBrand) =>
    [brand.name, ...brand.aliases].some((name) => keys.includes(brandKey(name)))
  const total = (count: (one: (typeof sets)[number]) => number) => sets.reduce((sum, one) => sum + count(one), 0)

  it("ranks mostly labelled brands among the first twenty, and most labelled brands are among them", () => {
    const found = total(({ first20, brands }) => brands.filter(isIn(first20)).length)
    const precision = found / total(({ first20 }) => first20.length)
    const recall = found / total(({ brands }) => brands.length)
    const often = sets.map((one) => ({ ...one, brands: one.brands.filter(({ answers }) => answers >= 3) }))
    const foundOften = often.reduce((sum, { first20, brands }) => sum + brands.filter(isIn(first20)).length, 0)
    const recallOften = foundOften / often.reduce((sum, { brands }) => sum + brands.length, 0)
    printMeasurement("suggested brands", { precision, recall, recallOften })
    expect(precision).toBeGreaterThanOrEqual(expected.precision)
    expect(recallOften).toBeGreaterThanOrEqual(expected.recallOften)
    expect(recall).toBeGreaterThanOrEqual(expected.recall)
  })

  it.each(sets.map(({ set, ...one }) => [set, one] as const))("%s", (_, { first20, brands }) => {
    const often = brands.filter(({ answers }) => answers >= 3)
    expect(often.filter(isIn(first20)).length / often.length).toBeGreaterThanOrEqual(0.6)
  })
})
