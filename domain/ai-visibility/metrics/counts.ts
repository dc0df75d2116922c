/** Types of the counts behind all metrics: per group and tracked brand, and over all of them. */

/** Counts of answers, the same for every brand. */
export type WholeCounts = {
  answers_n: number
  cells_n: number
  prompts_n: number
  grounded_n: number
  citations_n: number
  /** Sum over cells of how similar repeated runs are in the brands they mention. `_n` is the number of cells with two comparable runs. */
  brand_likeness: number
  brand_likeness_n: number
  domain_likeness: number
  domain_likeness_n: number
}

export type GroupCounts = WholeCounts & {
  /** Gap prompts (a competitor is clearly ahead of the own brand), out of the prompts where the own brand is counted. */
  gaps_n: number
  gaps_of_n: number
}

export const columns = [
  "m",
  "k",
  "cited",
  "citations",
  "top1",
  "top3",
  "rank_sum",
  "prominence_sum",
  "positive",
  "neutral",
  "negative",
] as const
/** Additive counts: `m` answers, `k` answers that mention the brand, `cited` answers that cite it, its citations, ranks and sentiments. */
export type Sums = Record<(typeof columns)[number], number>

export type BrandCounts = Sums & {
  g: string
  brand: { id: string; name: string; kind: "own" | "competitor" }
  /** Mean of k / m over cells. */
  visibility: number
  /**
   * Kish's effective number of answers: this many answers, spread evenly over the cells, would measure visibility equally
   * well. Equals `m` when all cells have the same number of answers.
   */
  effective_n: number
  covered_n: number
  /** Mentions of all tracked brands in the group. */
  all_k: number
  whole: GroupCounts
}

export type Counted = { rows_total: number; rows: BrandCounts[]; totals: WholeCounts & { mentions_n: number } }
