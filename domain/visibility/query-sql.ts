/** Builds the SQL of metrics queries: the rows that a query covers, and the key that they are grouped by. */
import { firstOfWeek } from "@/domain/metrics/calendar"
import { empty, join, raw, type Sql, sql } from "@/prisma/client"
import type { ChosenScan, VisibilityProject } from "./chosen-scans"
import { type Grouping, type MetricsQuery, promptScopeOf, timeGroupings } from "./metrics-query"

/** Returns the query's groupings in the sort order of the rows. Leaves out "brand": rows are always split by brand. */
export const groupingsOf = ({ group_by }: MetricsQuery): Grouping[] =>
  sortOrder.filter((grouping) => group_by.includes(grouping))
/** Time first. */
const sortOrder: Grouping[] = ["date", "week", "month", "scan", "engine", "region", "topic", "prompt"]

/** Separates the values in a group's key. */
export const separator = "\u001f"

/** What to count: the scans of a project, with the query that filters and groups them. */
export type MetricsSelection = { project: VisibilityProject; scans: readonly ChosenScan[]; query: MetricsQuery }

/** Part of a group's key: the day, week, month and scan. Empty when the query does not group by time. */
function timeKeyOf({ id, date }: ChosenScan, { project, query }: MetricsSelection): string {
  const values: Partial<Record<Grouping, string>> = {
    date,
    week: firstOfWeek(date, project.week_starts_on),
    month: date.slice(0, 7),
    scan: id,
  }
  return valuesOf(query, values).join(separator)
}

/** The values of the query's groupings, in the order of the key. */
const valuesOf = <T>(query: MetricsQuery, values: Partial<Record<Grouping, T>>): T[] =>
  groupingsOf(query).flatMap((grouping) => values[grouping] ?? [])

/**
 * Narrows the selection to the scans that these groups (by their keys) can come from. The time comes first in a key.
 */
export function narrowToGroups(selection: MetricsSelection, groups: readonly string[]): MetricsSelection {
  const timeValueCount = groupingsOf(selection.query).filter((grouping) => timeGroupings.includes(grouping)).length
  const times = new Set(groups.map((key) => key.split(separator, timeValueCount).join(separator)))
  return { ...selection, scans: selection.scans.filter((scan) => times.has(timeKeyOf(scan, selection))) }
}

/**
 * SQL for the key of a group: its values, joined by `separator`. It uses scans `s`, rows `c` and prompts `p`, and is
 * constant for rows with equal `groupColumns`.
 */
export const groupKey = (query: MetricsQuery): Sql =>
  sql`concat_ws(${separator}::text, ${keyColumns(query, sql`coalesce(p.topic_id, '')`)})`

/** The key of a row: of its group and its brand. */
export const rowKey = ({ group_key, brand_id }: { group_key: string; brand_id: string }) => `${group_key} ${brand_id}`

/**
 * The columns to group by for one row per `groupKey`. Postgres then builds the text once per group instead of once per
 * row, and it has statistics of these columns.
 */
export const groupColumns = (query: MetricsQuery): Sql => keyColumns(query, sql`p.topic_id`)

const keyColumns = (query: MetricsQuery, topic: Sql) =>
  join([
    sql`s.time`,
    ...valuesOf<Sql>(query, { engine: sql`c.engine_id`, region: sql`c.region`, topic, prompt: sql`c.prompt_id` }),
  ])

type CellTable = "visibility_cell" | "visibility_cell_brand"

/**
 * Rows `c` of `visibility_cell` or `visibility_cell_brand` that the query covers, with their scan `s` and prompt `p`.
 * `condition` is a further condition on `c`, with a leading "and".
 */
export const cellsOf = (selection: MetricsSelection, table: CellTable, condition: Sql = empty): Sql =>
  sql`${rowsOfScans(selection, table, condition)} ${joinPrompts(selection)}`

/** Adds up the cells of one scan `s`. Meant for a lateral join with `scansOf`. Parameters as in `cellsOf`. */
export const sumCellsOfScan = (
  selection: MetricsSelection,
  table: CellTable,
  { columns, groupBy, condition = empty }: { columns: Sql; groupBy: Sql; condition?: Sql },
): Sql => sql`
  select ${columns} from ${raw(table)} c ${joinPrompts(selection)} where ${rowConditions(selection, condition)} group by ${groupBy}`

/**
 * Rows `c` of `visibility_scan_brand` that the query covers, with their scan `s`. Each row adds up all branded or all
 * unbranded prompts, so this is not for queries where `isByPrompt` is true.
 */
export function scanRowsOf(selection: MetricsSelection, condition: Sql): Sql {
  const isInScope = scopeCondition(sql`c.is_branded`, selection.query)
  return rowsOfScans(selection, "visibility_scan_brand", sql`${isInScope}${condition}`)
}

/**
 * Rows `c` of the scans, with the `time` of each scan. `offset 0` makes Postgres look up each scan by its key. With a
 * plain join, Postgres would read the whole table, because it cannot estimate how few scans `unnest` returns.
 */
const rowsOfScans = (selection: MetricsSelection, table: string, condition: Sql): Sql => sql`
  ${scansOf(selection)} cross join lateral (select * from ${raw(table)} c where ${rowConditions(selection, condition)} offset 0) c`

/** Scans `s` with the `time` that the query groups them by. */
export function scansOf(selection: MetricsSelection): Sql {
  const { scans } = selection
  return sql`unnest(${scans.map(({ id }) => id)}::text[], ${scans.map((scan) => timeKeyOf(scan, selection) || null)}::text[]) as s(id, time)`
}

/** Conditions on rows `c` of scan `s`. */
const rowConditions = ({ project, query }: MetricsSelection, condition: Sql): Sql =>
  sql`c.scan_id = s.id and c.team_id = ${project.team_id}${engineRegionConditions(query)}${condition}`

const joinPrompts = ({ project, query }: MetricsSelection): Sql => sql`
  join ai_prompt p on p.id = c.prompt_id and p.team_id = ${project.team_id} and p.project_id = ${project.project_id}${promptConditions(query)}`

/** Condition on the brand of rows `c`, with a leading "and". */
export const brandCondition = (ids: readonly string[]) => isAnyOf(sql`c.brand_id`, ids)

/**
 * A full join of two common table expressions. Postgres has no statistics of them and may choose a nested loop, which
 * compares every row with every other. It cannot run a full join that way. `offset 0` stops it from turning the full
 * join into an inner one.
 */
export const fullJoin = (left: Sql, right: Sql, key: Sql): Sql =>
  sql`(select * from ${left} full join ${right} using (${key}) offset 0)`

/** True when the query filters or groups by prompt, topic or tag, which the sums per scan do not separate. */
export const isByPrompt = ({ group_by, topic_id, prompt_id, tag }: MetricsQuery) =>
  Boolean(topic_id || prompt_id || tag) || group_by.includes("topic") || group_by.includes("prompt")

/** Conditions on prompts `p`, each with a leading "and". */
export function promptConditions(query: MetricsQuery): Sql {
  const { topic_id, prompt_id, tag } = query
  const tagged = tag ? sql` and p.tags && ${tag}` : empty
  return sql`${scopeCondition(sql`p.is_branded`, query)}${isAnyOf(sql`p.topic_id`, topic_id)}${isAnyOf(sql`p.id`, prompt_id)}${tagged}`
}

/** Conditions on the engine and region of rows `c`, each with a leading "and". */
export const engineRegionConditions = ({ engine, region }: MetricsQuery): Sql =>
  sql`${isAnyOf(sql`c.engine_id`, engine)}${isAnyOf(sql`c.region`, region)}`

function scopeCondition(isBranded: Sql, query: MetricsQuery): Sql {
  const scope = promptScopeOf(query)
  return scope === "all" ? empty : sql` and ${isBranded} = ${scope === "branded"}`
}

const isAnyOf = (column: Sql, values: readonly string[] | undefined) =>
  values ? sql` and ${column} = any(${values})` : empty
