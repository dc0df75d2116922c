/** The brands of one line of a file: by its labels where a person read the answer, else by the text alone. */
import { type BrandNames, type FoundMention, mentionFinder } from "../extraction/mentions"
import type { AnswerLine } from "./answer-line"
import { brandKey } from "./labelled-brands"
import { labelledMentions } from "./labelled-mentions"

/** Every spelling's key -> its brand. */
export const byBrandKey = <B extends BrandNames>(brands: readonly B[]) =>
  new Map(brands.flatMap((b) => [...b.aliases, b.name].map((name) => [brandKey(name), b] as const)))

/** The brands that the line is labelled with, once each; null when nobody labelled it. */
export function labelledOn<B extends BrandNames>(answer: AnswerLine, byKey: ReadonlyMap<string, B>): B[] | null {
  if (!answer.labelled_brands) return null
  const found = answer.labelled_brands.map((label) => byKey.get(brandKey(label)))
  return [...new Set(found)].filter((brand) => brand !== undefined)
}

/** Made once for the brands of a project. */
export function answerReader(brands: readonly BrandNames[]): (answer: AnswerLine) => FoundMention[] {
  const byKey = byBrandKey(brands)
  const find = mentionFinder(brands)
  return (answer) => {
    const labelled = labelledOn(answer, byKey)
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
