/** Decodes the per-cell texts of rollups: ranks, sentiments and citations of each cell. */
import { codesOf, countsByCell } from "./cell-layout"
import type { Sums } from "./counts"
import type { RollupGroup } from "./rollup-groups"

/** Each column is indexed by cell. */
export type Details = Record<Exclude<keyof Sums, "m" | "k">, ArrayLike<number>>

/** A mention's character code less 48 is 4 x rank + sentiment, where sentiment is 1 positive, 2 neutral, 3 negative or 0 unknown. */
export function detailsByCell(
  { cells, mentions = "", cited = "", citations = "" }: Pick<RollupGroup, "cells" | "mentions" | "cited" | "citations">,
  cellAt: Int32Array,
  size: number,
): Details {
  const count = () => new Int32Array(size)
  const [top1, top3, rank_sum, prominence_sum] = [count(), count(), count(), new Float64Array(size)]
  const sentiments = [count(), count(), count(), count()] as const
  const [counts, codes] = [codesOf(cells), codesOf(mentions)]
  for (let i = 0, at = 0; at < codes.length; i++) {
    const cell = cellAt[i] as number
    for (const end = at + (counts[i] as number) - 48; at < end; at++) {
      const code = (codes[at] as number) - 48
      const rank = code >> 2
      if (rank <= 1) top1[cell] = (top1[cell] as number) + 1
      if (rank <= 3) top3[cell] = (top3[cell] as number) + 1
      rank_sum[cell] = (rank_sum[cell] as number) + rank
      prominence_sum[cell] = (prominence_sum[cell] as number) + prominenceOf(rank)
      const ofSentiment = sentiments[(code & 3) as 0 | 1 | 2 | 3]
      ofSentiment[cell] = (ofSentiment[cell] as number) + 1
    }
  }
  const [, positive, neutral, negative] = sentiments
  const byCell = (text: string) => countsByCell(codesOf(text), cellAt, size)
  const ofCitations = { cited: byCell(cited), citations: byCell(citations) }
  return { ...ofCitations, top1, top3, rank_sum, prominence_sum, positive, neutral, negative }
}

const known: number[] = []
const prominenceOf = (rank: number) => (known[rank] ??= 1 / Math.log2(1 + rank))
