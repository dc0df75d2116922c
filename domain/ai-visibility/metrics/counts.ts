/** What metrics are made of: counts of each group and tracked brand, and of all of them together. */

/** What is about answers, whatever the brand. */
export type WholeCounts = {
  answers_n: number
  cells_n: number
  prompts_n: number
  grounded_n: number
  citations_n: number
  /** The sum over cells of how alike its runs are, by brands named; `_n` cells have two runs that can be compared. */
  brand_likeness: number
  brand_likeness_n: number
  domain_likeness: number
  domain_likeness_n: number
}

export type GroupCounts = WholeCounts & {
  /** Prompts where some competitor is clearly ahead of the own brand, of those in which the own brand is counted. */
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
/** What adds up: `m` are answers and `k` those that name the brand; then those that cite it, its citations, its ranks, its sentiments. */
export type Sums = Record<(typeof columns)[number], number>

export type BrandCounts = Sums & {
  g: string
  brand: { id: string; name: string; kind: "own" | "competitor" }
  /** The mean of k / m over cells. */
  visibility: number
  /** As many answers, spread evenly over the cells, would tell as much of visibility (Kish): `m` where all cells have equally many. */
  effective_n: number
  covered_n: number
  /** Mentions of all tracked brands in the group. */
  all_k: number
  whole: GroupCounts
}

export type Counted = { rows_total: number; rows: BrandCounts[]; totals: WholeCounts & { mentions_n: number } }
