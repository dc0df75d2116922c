/** Finds the brands of an imported answer: from its labels if a person labelled it, otherwise from its text. */
import { type BrandNames, type FoundMention, mentionFinder } from "../extraction/mentions"
import type { AnswerLine } from "./answer-line"
import { brandKey } from "./labelled-brands"
import { labelledMentions } from "./labelled-mentions"

/** Maps the key of every spelling to its brand. */
export const byBrandKey = <B extends BrandNames>(brands: readonly B[]) =>
  new Map(brands.flatMap((b) => [...b.aliases, b.name].map((name) => [brandKey(name), b] as const)))

/** Returns the brands that the answer is labelled with, once each, or null when it is unlabelled. */
export function labelledOn<B extends BrandNames>(answer: AnswerLine, byKey: ReadonlyMap<string, B>): B[] | null {
  if (!answer.labelled_brands) return null
  const found = answer.labelled_brands.map((label) => byKey.get(brandKey(label)))
  return [...new Set(found)].filter((brand) => brand !== undefined)
}

/** Returns a function that finds the mentions of an answer. Create it once per project and reuse it. */
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
