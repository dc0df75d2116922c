/** Locates the brands that a person labelled in an answer. The label decides which brands count, the text decides where they are. */
import { foldName, foldText } from "../extraction/folded-text"
import { type BrandNames, excerptAt, type FoundMention, mentionFinder } from "../extraction/mentions"

export type Labelled = { brand: BrandNames; products: readonly string[] }

/**
 * Returns a mention for each labelled brand in the text. It searches for the name as a word, then inside another word
 * ("WifiAmazon"), then for the names of labelled products. Brands without a label do not count.
 */
export function labelledMentions(text: string, labelled: readonly Labelled[]): FoundMention[] {
  const found = mentionFinder(labelled.map(({ brand }) => brand))(text)
  const isFound = new Set(found.map((mention) => mention.brand_id))
  const missed = labelled.filter(({ brand }) => !isFound.has(brand.id))
  return [...found, ...missed.flatMap((label) => looseMention(text, label))]
    .sort((a, b) => a.first_offset - b.first_offset)
    .map((mention, i) => ({ ...mention, rank: i + 1 }))
}

function looseMention(text: string, { brand, products }: Labelled): FoundMention[] {
  const folded = foldText(text)
  for (const name of [brand.name, ...brand.aliases, ...products]) {
    const index = folded.text.indexOf(foldName(name))
    if (index < 0) continue
    const [from, to] = [folded.origins[index] as number, folded.origins[index + foldName(name).length] as number]
    const excerpt = excerptAt(text, { from, to })
    return [{ brand_id: brand.id, first_offset: from, count: 1, rank: 0, matched_alias: name, excerpt }]
  }
  return []
}
