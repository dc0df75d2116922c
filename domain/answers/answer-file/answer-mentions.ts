/** Finds the brands of an imported answer: from its labels if a person labelled it, otherwise from its text. */
import { type BrandNames, excerptAt, type FoundMention, mentionFinder } from "../extraction/mentions"
import { normalizeName, normalizeText } from "../extraction/normalized-text"
import type { AnswerLine } from "./answer-line"
import { brandKey } from "./labelled-brands"

/** Maps the key of every spelling to its brand. */
export const byBrandKey = <B extends BrandNames>(brands: readonly B[]) =>
  new Map(brands.flatMap((b) => [...b.aliases, b.name].map((name) => [brandKey(name), b] as const)))

/** Returns the brands that the answer is labelled with, once each, or null when it is unlabelled. */
export function labelledBrandsOf<B extends BrandNames>(answer: AnswerLine, byKey: ReadonlyMap<string, B>): B[] | null {
  if (!answer.labelled_brands) return null
  const found = answer.labelled_brands.map((label) => byKey.get(brandKey(label)))
  return [...new Set(found)].filter((brand) => brand !== undefined)
}

/** Returns a function that finds the mentions of an answer. Create it once per project and reuse it. */
export function answerReader(brands: readonly BrandNames[]): (answer: AnswerLine) => FoundMention[] {
  const byKey = byBrandKey(brands)
  const find = mentionFinder(brands)
  return (answer) => {
    const labelled = labelledBrandsOf(answer, byKey)
    if (!labelled) return find(answer.response)
    const productsOf = (id: string) =>
      answer.labelled_products.flatMap((p) =>
        p.brand && p.name && byKey.get(brandKey(p.brand))?.id === id ? [p.name] : [],
      )
    return labelledMentions(
      answer.response,
      labelled.map((brand) => ({ brand, products: productsOf(brand.id) })),
    )
  }
}

type Labelled = { brand: BrandNames; products: readonly string[] }

/**
 * Returns a mention for each labelled brand that the text contains. Brands without a label do not count. Searches for
 * the brand's name as a word, then inside another word ("WifiAmazon"), then for the names of its labelled products.
 */
function labelledMentions(text: string, labelled: readonly Labelled[]): FoundMention[] {
  const found = mentionFinder(labelled.map(({ brand }) => brand))(text)
  const isFound = new Set(found.map((mention) => mention.brand_id))
  const missed = labelled.filter(({ brand }) => !isFound.has(brand.id))
  return [...found, ...missed.flatMap((label) => looseMention(text, label))]
    .sort((a, b) => a.first_offset - b.first_offset)
    .map((mention, i) => ({ ...mention, rank: i + 1 }))
}

function looseMention(text: string, { brand, products }: Labelled): FoundMention[] {
  const normalized = normalizeText(text)
  for (const name of [brand.name, ...brand.aliases, ...products]) {
    const searched = normalizeName(name)
    const index = searched === "" ? -1 : normalized.text.indexOf(searched)
    if (index < 0) continue
    const from = normalized.origins[index] as number
    const to = normalized.origins[index + searched.length] as number
    const excerpt = excerptAt(text, { from, to })
    return [{ brand_id: brand.id, first_offset: from, count: 1, rank: 0, matched_alias: name, excerpt }]
  }
  return []
}
