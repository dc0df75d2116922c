/** Intervals of the ratios that Wilson's does not fit: 1,000 draws of cells, seeded by the scans, so that they come out the same each time. */
import { join, raw, rows, sql } from "@/prisma/client"
import { pooledCells, type Question } from "./cells"
import { drawnFigure, ofSentiment } from "./drawn-figure"
import { type DrawnRow, drawnRatios, type Ratios } from "./drawn-ratios"
import type { MetricsRow } from "./metrics-table"

const columns = [
  "k",
  "m",
  "rank_sum",
  "prominence_sum",
  "citations",
  "sentiment",
  "labelled",
  "all_k",
  "all_citations",
  "brand_likeness",
  "brand_pairs",
  "domain_likeness",
  "domain_pairs",
] as const
type Column = (typeof columns)[number]

const ratios = {
  share_of_voice: ["k", "all_k"],
  citation_share: ["citations", "all_citations"],
  prominence: ["prominence_sum", "m"],
  average_position: ["rank_sum", "k"],
  sentiment_score: ["sentiment", "labelled"],
  of_brands: ["brand_likeness", "brand_pairs"],
  of_domains: ["domain_likeness", "domain_pairs"],
} as const satisfies Ratios<string, Column>

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

/** Of each row its cells, in an order that depends on nothing but them. */
function cellColumns({ scene, scans, query }: Question, table: readonly MetricsRow[], keys: readonly string[]) {
  const brands = [...new Set(table.map((row) => row.brand.id))]
  const whole = sql`filter (where c.brand_id = '') over same`
  const arrays = columns.map(raw).map((c) => sql`array_agg(${c}::float8 order by prompt_id, engine_id, region) as ${c}`)
  return rows<DrawnRow<Column>>(sql`
    with cell as (
      select c.g, c.brand_id, c.prompt_id, c.engine_id, c.region, c.k, c.m, c.rank_sum, c.prominence_sum, c.citations,
        c.positive - c.negative as sentiment, c.positive + c.neutral + c.negative as labelled,
        coalesce(sum(c.k) filter (where b.kind in ('own', 'competitor')) over same, 0) as all_k, max(c.citations) ${whole} as all_citations,
        coalesce(max(c.brand_jaccard / nullif(c.brand_pairs, 0)) ${whole}, 0) as brand_likeness, max(least(c.brand_pairs, 1)) ${whole} as brand_pairs,
        coalesce(max(c.domain_jaccard / nullif(c.domain_pairs, 0)) ${whole}, 0) as domain_likeness, max(least(c.domain_pairs, 1)) ${whole} as domain_pairs
      from (${pooledCells(scene, scans, query)}) c left join ai_brand b on b.id = c.brand_id and b.team_id = ${scene.team_id}
      window same as (partition by c.g, c.prompt_id, c.engine_id, c.region))
    select g, brand_id, ${join(arrays)} from cell where brand_id = any(${brands}) and g = any(${[...new Set(keys)]}) group by g, brand_id`)
}
