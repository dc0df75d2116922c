/** Compares two sets of scans cell by cell, for every group and tracked brand. */
import { z } from "zod"
import { join, raw, rows, rowsPlannedPerCall, type Sql, sql } from "@/prisma/client"
import type { ChosenScan, VisibilityProject } from "./chosen-scans"
import { roundTo12Digits } from "./metrics"
import {
  cellDifference,
  differenceSums,
  differenceSumsRow,
  pairedCellCounts,
  pairedCellCountsRow,
  pairedCells,
} from "./paired-cells-sql"
import {
  answerTerms,
  brandTerms,
  pairedAnswerColumns,
  pairedBrandColumns,
  type TermSums,
  termSums,
} from "./paired-ratios"
import { brandCondition, cellsOf, fullJoin, groupColumns, groupKey, type MetricsSelection, rowKey } from "./query-sql"
import type { TestedChange } from "./statistics/change"
import { testGroupChanges } from "./statistics/group-changes"
import type { TrackedBrand } from "./tracked-brands"

export type CellChange = TestedChange & {
  /** The key of the group. In a query that groups by prompt only, it is the id of the prompt. */
  group_key: string
  brand_id: string
  cells_compared: number
  /** Mean difference in visibility over the compared cells. */
  delta: number | null
  is_own_brand: boolean
  /** For the tests of the other metrics. */
  term_sums: TermSums
}

/**
 * Tests every tracked brand of every group, even if the query selects fewer. The p-values are adjusted together, so the
 * verdict on a brand would otherwise depend on which other brands the query selects. Returns a map by `rowKey`.
 */
export async function readChanges(
  current: MetricsSelection,
  previous: MetricsSelection,
  brands: readonly TrackedBrand[],
): Promise<Map<string, CellChange>> {
  const brandIds = brands.map(({ id }) => id)
  const [groups, differences, comparableBrands] = await Promise.all([
    rowsPlannedPerCall(groupRow, groupsSql(current, previous)),
    rowsPlannedPerCall(differenceRow, differencesSql(current, previous, brandIds)),
    brandsInAllScans([...current.scans, ...previous.scans], current.project),
  ])
  const differencesByKey = new Map(differences.map((row) => [rowKey(row), row]))
  const pairs = groups.flatMap(({ group_key, answer_terms, ...group }) =>
    brands.map(({ id, kind }) => {
      const key = rowKey({ group_key, brand_id: id })
      const commonCells = comparableBrands.has(id) ? group.commonCells : 0
      const { brand_terms, ...sums } = differencesByKey.get(key) ?? noMentions
      const term_sums = { ...answer_terms, ...brand_terms }
      return { ...group, ...sums, term_sums, key, group_key, brandId: id, commonCells, isOwnBrand: kind === "own" }
    }),
  )
  const changes = testGroupChanges(pairs)
  return new Map(
    pairs.map(({ key, group_key, brandId, commonCells, differenceSum, isOwnBrand, term_sums }, i) => [
      key,
      {
        ...(changes[i] as TestedChange),
        group_key,
        brand_id: brandId,
        cells_compared: commonCells,
        delta: commonCells > 0 ? roundTo12Digits(differenceSum / commonCells) : null,
        is_own_brand: isOwnBrand,
        term_sums,
      },
    ]),
  )
}

/** The fields of `PairedCells` that are the same for every brand of a group. */
const groupRow = pairedCellCountsRow.extend({ group_key: z.string(), answer_terms: termSums })

const groupsSql = (current: MetricsSelection, previous: MetricsSelection) => sql`
  with ${cellTable(current, previous)}
  select group_key, ${pairedCellCounts}, ${answerTerms} as answer_terms from cell group by group_key`

/** The other fields of `GroupCells`, for brands that are mentioned or cited in a common cell of the group. */
const differenceRow = differenceSumsRow.extend({ group_key: z.string(), brand_id: z.string(), brand_terms: termSums })

const noMentions: Omit<z.infer<typeof differenceRow>, "group_key" | "brand_id"> = {
  differenceSum: 0,
  squaredDifferenceSum: 0,
  risenCells: 0,
  fallenCells: 0,
  mentions: 0,
  binomialVariance: 0,
  mixedCells: 0,
  brand_terms: {},
}

const differencesSql = (current: MetricsSelection, previous: MetricsSelection, brandIds: readonly string[]) => sql`
  with ${cellTable(current, previous)},
  ${cellsOfBrands(current, "current_brand_cell", brandIds)},
  ${cellsOfBrands(previous, "previous_brand_cell", brandIds)},
  brand_cell as (
    select group_key, prompt_id, engine_id, region, brand_id, ${join(pairedBrandColumns.flatMap(([name]) => bothPeriods(name, zeroIfNull)))}
    from current_brand_cell c full join previous_brand_cell p using (group_key, prompt_id, engine_id, region, brand_id)),
  common_brand_cell as (
    select c.*, ${cellDifference}
    from ${fullJoin(sql`brand_cell`, sql`cell`, sql`group_key, prompt_id, engine_id, region`)} c
    where is_common and brand_id is not null)
  select group_key, brand_id, ${differenceSums}, ${brandTerms} as brand_terms
  from common_brand_cell group by group_key, brand_id`

/** Selects a column of the current period (alias `c`) and of the previous period (alias `p`). */
const bothPeriods = (name: string, selectColumn = (column: Sql) => column): Sql[] => [
  sql`${selectColumn(raw(`c.${name}`))} as ${raw(`current_${name}`)}`,
  sql`${selectColumn(raw(`p.${name}`))} as ${raw(`previous_${name}`)}`,
]
const zeroIfNull = (column: Sql) => sql`coalesce(${column}, 0::float8)`

/** Common table expression `cell`: the answers of each cell in the current and the previous scans. */
function cellTable(current: MetricsSelection, previous: MetricsSelection): Sql {
  const periodCells = (selection: MetricsSelection) => sql`
    select ${groupKey(selection.query)} as group_key, c.prompt_id, c.engine_id, c.region, ${join(sumEach(pairedAnswerColumns))},
      case when min(c.engine_config_hash) = max(c.engine_config_hash) then min(c.engine_config_hash) end as config
    from ${cellsOf(selection, "visibility_cell")}
    group by ${groupColumns(selection.query)}, c.prompt_id, c.engine_id, c.region`
  const key = sql`group_key, prompt_id, engine_id, region`
  const others = pairedAnswerColumns.filter(([name]) => name !== "answers").flatMap(([name]) => bothPeriods(name))
  return sql`cell as materialized (${pairedCells(periodCells(current), periodCells(previous), key, sql`, ${join(others)}`)})`
}

const sumEach = (columns: typeof pairedBrandColumns) =>
  columns.map(([name, column]) => sql`sum(${column})::float8 as ${raw(name)}`)

/**
 * Common table expression with the sums by group, cell and brand. It has rows only for cells with a mention or citation.
 */
const cellsOfBrands = (selection: MetricsSelection, name: string, brandIds: readonly string[]) => sql`
  ${raw(name)} as materialized (
    select ${groupKey(selection.query)} as group_key, c.prompt_id, c.engine_id, c.region, c.brand_id, ${join(sumEach(pairedBrandColumns))}
    from ${cellsOf(selection, "visibility_cell_brand", brandCondition(brandIds))}
    group by ${groupColumns(selection.query)}, c.prompt_id, c.engine_id, c.region, c.brand_id)`

/**
 * Returns the brands that each of these scans looked for. A brand that was added later cannot be compared until the
 * recount is done. Scans without answers have no rows, so they do not count.
 */
async function brandsInAllScans(scans: readonly ChosenScan[], { team_id }: VisibilityProject): Promise<Set<string>> {
  const scanCounts = await rows(
    brandScansRow,
    sql`
      select brand_id, count(distinct scan_id)::int as scans, (max(count(distinct scan_id)) over ())::int as max_scans
      from visibility_scan_brand where team_id = ${team_id} and scan_id = any(${scans.map(({ id }) => id)}) group by brand_id`,
  )
  return new Set(scanCounts.filter(({ scans, max_scans }) => scans === max_scans).map(({ brand_id }) => brand_id))
}

/** `max_scans`: the highest number of scans of any brand. */
const brandScansRow = z.object({ brand_id: z.string(), scans: z.int(), max_scans: z.int() })
