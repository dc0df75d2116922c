/**
 * Adds bootstrap intervals to the ratios that are no simple share, where Wilson's interval does not apply. It resamples
 * cells 1,000 times, seeded by the scan ids, so the same query always gives the same intervals.
 */
import { type CellColumn, cellColumns } from "./cell-columns"
import { drawnFigure, ofSentiment } from "./drawn-figure"
import { drawnRatios, type Ratios } from "./drawn-ratios"
import type { Question } from "./group-key"
import type { MetricsRow } from "./metrics-table"

const ratios = {
  share_of_voice: ["k", "all_k"],
  citation_share: ["citations", "all_citations"],
  prominence: ["prominence_sum", "m"],
  average_position: ["rank_sum", "k"],
  sentiment_score: ["sentiment", "labelled"],
  of_brands: ["brand_likeness", "brand_pairs"],
  of_domains: ["domain_likeness", "domain_pairs"],
} as const satisfies Ratios<string, CellColumn>

const how = { method: "bootstrap", scope: "panel" } as const

export async function panelIntervals(
  question: Question,
  table: readonly MetricsRow[],
  keys: readonly string[],
): Promise<MetricsRow[]> {
  const seed = question.scans.map((scan) => scan.id).join(" ")
  const drawn = drawnRatios(await cellColumns(question, table, keys), ratios, { seed, replicates: 1_000 })
  return table.map((row, i) => {
    const found = drawn.get(`${keys[i]} ${row.brand.id}`)
    if (!found) return row
    const { of_brands, of_domains } = row.stability
    return {
      ...row,
      share_of_voice: drawnFigure(row.share_of_voice, found.share_of_voice, how),
      citation_share: drawnFigure(row.citation_share, found.citation_share, how),
      prominence: drawnFigure(row.prominence, found.prominence, how),
      average_position: drawnFigure(row.average_position, found.average_position, how),
      sentiment_score: drawnFigure(row.sentiment_score, ofSentiment(found.sentiment_score), how),
      stability: {
        ...row.stability,
        of_brands: drawnFigure(of_brands, found.of_brands, how),
        of_domains: drawnFigure(of_domains, found.of_domains, how),
      },
    }
  })
}
