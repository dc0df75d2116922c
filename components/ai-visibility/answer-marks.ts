/** Finds where an answer names brands. */
import type { Data } from "@/components/api/types"
import { otherColor } from "./brand-colors"

type Mention = NonNullable<Data<"aiVisibility", "getAnswer">["mentions"]>[number]

export type BrandMark = Mention & { isOwn: boolean; color: string }
export type MentionMark = { from: number; to: number; brand: BrandMark; isFirst: boolean }
/** A part of the text that another answer does not contain. */
export type DifferenceMark = { from: number; to: number; difference: "added" | "removed" }
export type Mark = MentionMark | DifferenceMark

/** Returns the brands in the order in which the answer names them. `colors`: see `brandColors`. */
export function brandMarksOf(
  mentions: Mention[],
  ownBrandId: string | undefined,
  colors: ReadonlyMap<string, string>,
): BrandMark[] {
  return [...mentions]
    .sort((a, b) => a.rank - b.rank)
    .map((mention) => ({
      ...mention,
      isOwn: mention.brand_id === ownBrandId,
      color: colors.get(mention.brand_id) ?? otherColor,
    }))
}

/**
 * Returns all marks, sorted and without overlaps. A brand whose names have changed since is marked at its first mention
 * only.
 */
export function marksOf(text: string, brands: BrandMark[]): MentionMark[] {
  const marks = brands.flatMap((brand) =>
    mentionRanges(text, brand).map((range, i) => ({ ...range, brand, isFirst: i === 0 })),
  )
  let lastEnd = 0
  return marks
    .sort((a, b) => a.from - b.from)
    .filter(({ from, to }) => {
      const doesNotOverlap = from >= lastEnd
      if (doesNotOverlap) lastEnd = to
      return doesNotOverlap
    })
}

function mentionRanges(text: string, { places = [], first_offset, matched_alias }: BrandMark) {
  if (places.length > 0) return places
  const to = first_offset + matched_alias.length
  const isFound = text.slice(first_offset, to).toLowerCase() === matched_alias.toLowerCase()
  return isFound ? [{ from: first_offset, to }] : []
}
