/** Intervals of the ratios that Wilson's does not fit: draws of cells, seeded by the scans, so that they come out the same each time. */
import { Problem } from "@/domain/errors"
import { rows, sql } from "@/prisma/client"
import { bootstrapRatios } from "../statistics/bootstrap"
import type { Interval } from "../statistics/wilson"
import { pooledCells } from "./cells"
import type { ChosenScan, ProjectScene } from "./chosen-scans"
import { tidy } from "./figures"
import type { MetricsQuery } from "./metrics-query"
import type { MetricsRow } from "./metrics-table"

type Columns = {
  g: string
  brand_id: string
  k: number[]
  m: number[]
  rank_sum: number[]
  prominence_sum: number[]
  citations: number[]
  all_k: number[]
  all_citations: number[]
}

/** Cells of all rows together; a thousand draws of so many take about a second. */
const maxCells = 50_000

/** Adds intervals to `table` rows in place of null; `keys` are their groups. */
export async function withBootstrap(
  scene: ProjectScene,
  scans: readonly ChosenScan[],
  query: MetricsQuery,
  table: readonly MetricsRow[],
  keys: readonly string[],
): Promise<MetricsRow[]> {
  const cells = table.reduce((sum, row) => sum + row.cells_n, 0)
  if (cells > maxCells) throw tooMany(cells)
  const found = await columnsOf(scene, scans, query, table, keys)
  const byRow = new Map(found.map((columns) => [`${columns.g} ${columns.brand_id}`, columns]))
  const seed = scans.map((scan) => scan.id).join(" ")
  return table.map((row, i) => {
    const columns = byRow.get(`${keys[i]} ${row.brand.id}`)
    return columns ? { ...row, ...intervalsOf(row, columns, `${seed} ${columns.g}`) } : row
  })
}

function intervalsOf(row: MetricsRow, c: Columns, seed: string): Partial<MetricsRow> {
  const ratios = {
    share_of_voice: [c.k, c.all_k],
    citation_share: [c.citations, c.all_citations],
    prominence: [c.prominence_sum, c.m],
    average_position: [c.rank_sum, c.k],
  } as const
  const columns = Object.values(ratios).map(([top, bottom]) => ({
    numerators: Float64Array.from(top),
    denominators: Float64Array.from(bottom),
  }))
  const found = bootstrapRatios(columns, c.m.length, seed)
  return Object.fromEntries(
    Object.keys(ratios).map((name, i) => {
      const figure = row[name as keyof typeof ratios]
      const bounds = figure.value === null ? null : found[i]
      const ci = bounds ? intervalOf(bounds) : null
      return [name, { ...figure, ci }]
    }),
  )
}

const intervalOf = ({ low, high }: Interval) =>
  ({ low: tidy(low), high: tidy(high), level: 0.95, method: "bootstrap", scope: "panel" }) as const

function columnsOf(
  scene: ProjectScene,
  scans: readonly ChosenScan[],
  query: MetricsQuery,
  table: readonly MetricsRow[],
  keys: readonly string[],
) {
  const brands = [...new Set(table.map((row) => row.brand.id))]
  return rows<Columns>(sql`
    with cell as (
      select c.*, coalesce(sum(c.k) filter (where b.kind in ('own', 'competitor')) over same, 0) as all_k,
        max(c.citations) filter (where c.brand_id = '') over same as all_citations
      from (${pooledCells(scene, scans, query)}) c left join ai_brand b on b.id = c.brand_id and b.team_id = ${scene.team_id}
      window same as (partition by c.g, c.prompt_id, c.engine_id, c.region))
    select g, brand_id, ${ordered("k")} as k, ${ordered("m")} as m, ${ordered("rank_sum")} as rank_sum, ${ordered("prominence_sum")} as prominence_sum,
      ${ordered("citations")} as citations, ${ordered("all_k")} as all_k, ${ordered("all_citations")} as all_citations
    from cell where brand_id = any(${brands}) and g = any(${[...new Set(keys)]}) group by g, brand_id`)
}

const numbers = {
  k: sql`k`,
  m: sql`m`,
  rank_sum: sql`rank_sum`,
  prominence_sum: sql`prominence_sum`,
  citations: sql`citations`,
  all_k: sql`all_k`,
  all_citations: sql`all_citations`,
}
const ordered = (column: keyof typeof numbers) =>
  sql`array_agg(${numbers[column]}::float8 order by prompt_id, engine_id, region)`

const tooMany = (cells: number) =>
  new Problem("parameter_invalid", `intervals=bootstrap takes at most ${maxCells} cells; this query has ${cells}.`, {
    errors: [
      {
        parameter: "intervals",
        code: "parameter_invalid",
        detail: `intervals=bootstrap takes at most ${maxCells} cells; this query has ${cells}.`,
        fix: "Ask for fewer groups or brands, or a shorter period.",
      },
    ],
  })
