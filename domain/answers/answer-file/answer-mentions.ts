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
  const brands = answer.labelled_brands.map((label) => byKey.get(brandKey(label)))
  return [...new Set(brands)].filter((brand) => brand !== undefined)
}

/** Returns a function that finds the mentions of an answer. Create it once per project and reuse it. */
export function answerReader(brands: readonly BrandNames[]): (answer: AnswerLine) => FoundMention[] {
  const byKey = byBrandKey(brands)
  const findMentions = mentionFinder(brands)
  return (answer) => {
    const labelled = labelledBrandsOf(answer, byKey)
    if (!labelled) return findMentions(answer.response)
    const productsOf = (id: string) =>
      answer.labelled_products.flatMap(({ brand, name }) =>
        brand && name && byKey.get(brandKey(brand))?.id === id ? [name] : [],
      )
    return findLabelledMentions(
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
function findLabelledMentions(text: string, labelled: readonly Labelled[]): FoundMention[] {
  const found = mentionFinder(labelled.map(({ brand }) => brand))(text)
  const foundIds = new Set(found.map((mention) => mention.brand_id))
  const missed = labelled.filter(({ brand }) => !foundIds.has(brand.id))
  return [...found, ...missed.flatMap((label) => findLooseMention(text, label))]
    .sort((a, b) => a.first_offset - b.first_offset)
    .map((mention, i) => ({ ...mention, rank: i + 1 }))
}

/** Finds the first of the brand's and products' names that occurs anywhere in the text. The caller sets the rank. */
function findLooseMention(text: string, { brand, products }: Labelled): FoundMention[] {
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
