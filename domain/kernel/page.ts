/**
 * Reads pages of lists, and defines the input that lists share. One statement returns a page and its total. Pages use
 * keyset pagination, so added rows do not shift them.
 */
import { z } from "zod"
import { checkJsonRows } from "@/prisma/checked-rows"
import { empty, join, rows, type Sql, sql } from "@/prisma/client"
import { type CursorKey, decodeCursor, encodeCursor } from "./cursor"
import { JsonRows, type OperationResult } from "./envelope"
import { dateOrTimestampInput } from "./fields"
import { type IdKind, id } from "./ids"

/**
 * Totals are counted up to this number, unless row_tally has them. Triggers store the number of rows in that table.
 * Beyond this number, `total_is_exact` is false and the total is a lower bound.
 */
const countLimit = 10_000

/** Enough for a sort value and an id of 2,000 ASCII characters each, which are longer in base64url. */
const maxCursorLength = 6_000

export const pageInput = {
  limit: z
    .int()
    .min(1)
    .max(200)
    .default(50)
    .meta({ description: "The maximum number of items per page, from 1 to 200. Default: 50." }),
  cursor: z
    .string()
    .max(maxCursorLength)
    .optional()
    .meta({ description: "The `meta.next_cursor` of the previous page. Filters and sort order must stay the same." }),
}

/** Date filters of lists whose items have created_at or updated_at. */
export const createdInput = {
  created_after: dateOrTimestampInput("Only items created at or after this time.").optional(),
  created_before: dateOrTimestampInput("Only items created before this time.").optional(),
}

export const updatedInput = {
  updated_after: dateOrTimestampInput(
    "Only items changed at or after this time. Use it with `sort=updated_at` to follow changes.",
  ).optional(),
}

const datesInput = z.object({ ...createdInput, ...updatedInput })

/** `table` is the alias of the table in the list's statement. */
export function dateConditions(query: z.output<typeof datesInput>, table: Sql): Sql[] {
  const { created_after, created_before, updated_after } = query
  return [
    ...(created_after ? [sql`${table}.created_at >= ${created_after}::timestamptz`] : []),
    ...(created_before ? [sql`${table}.created_at < ${created_before}::timestamptz`] : []),
    ...(updated_after ? [sql`${table}.updated_at >= ${updated_after}::timestamptz`] : []),
  ]
}

/**
 * An input for lists that can also be paged backwards. It requests the page just before a known row. When that page
 * would not be full, the first page is returned.
 */
export const newerThan = (kind: IdKind) =>
  id(kind).optional().meta({
    description:
      "Returns the page before this item of the list. If it is the first page, `meta.query` does not contain this parameter.",
  })

export type Sort = {
  column: Sql
  descending: boolean
  type: "timestamptz" | "text" | "date" | "numeric" | "real" | "bigint"
}

/** The parameter `sort` of a list. Its values are the names of `sorts`. */
export const sortInput = <Name extends string>(sorts: Record<Name, Sort>) => z.enum(Object.keys(sorts) as [Name])

/** Sorts by a column. Rows without a value come last in both directions. */
export const nullsLast = (column: Sql, descending: boolean, type: "timestamptz" | "date"): Sort => ({
  column: sql`coalesce(${column}, ${descending ? "-infinity" : "infinity"}::${casts[type]})`,
  descending,
  type,
})

export type List<Row = unknown> = {
  /** The schema of a row. */
  row: z.ZodType<Row>
  /** Operation id and team. A cursor is valid only for this pair. */
  cursorScope: [operationId: string, teamId: string]
  columns: Sql
  /** The JSON text of a row, when it is already stored. Default: built from `columns`. */
  item?: Sql
  from: Sql
  /** `name as materialized (...)`: rows that are computed once and used for both the page and its total. */
  with?: Sql
  /** Conditions. The first one selects the team. */
  where: Sql[]
  /**
   * Reads the list group by group, so that an index on the group and the sort column can serve it. Every row of the
   * list must satisfy `condition` with exactly one row of `groups`. Example, deliveries by endpoint:
   *
   *     groups: sql`(select id from webhook_endpoint where team_id = ${team.id}) as team_endpoint`,
   *     condition: sql`d.endpoint_id = team_endpoint.id`,
   */
  perGroup?: { groups: Sql; condition: Sql }
  sort: Sort
  /**
   * True if no index serves the sort, so that Postgres reads all rows that fit the conditions. Their keys are then
   * sorted before the JSON of the page is built, and counting does not sort.
   */
  isSortUnindexed?: boolean
  /** The id column, or other SQL that is unique within the list. Breaks ties in the sort. `newer_than` needs the id. */
  idColumn: Sql
  /**
   * A statement that returns the exact total directly (from row_tally). Without it, rows are counted up to
   * `countLimit`.
   */
  exactTotal?: Sql
  /** A limit below the usual 10,000, where counting would cost more than reading the page. */
  countLimit?: number
}

/** Returns one page of `list` for the input of an operation, as JSON that Postgres wrote. */
export async function listPage<Row>(
  list: List<Row>,
  input: PageInput,
): Promise<OperationResult<Row[]> & { data: JsonRows<Row> }> {
  const { limit, cursor: _cursor, newer_than, ...filters } = input
  const cursorScope = [...list.cursorScope, filters]
  const after = await startOfPage(list, input, cursorScope)
  const statement = pageStatement(list, after, limit)
  const [page] = (await rows(pageRow, statement)) as [z.infer<typeof pageRow>]
  checkJsonRows(list.row, page.items, statement.text)
  const hasMore = page.count > limit && page.last_id !== null
  const isCounted = list.exactTotal === undefined
  return {
    data: new JsonRows<Row>(page.items, Math.min(page.count, limit)),
    total: isCounted ? Math.min(page.total, countLimitOf(list)) : page.total,
    totalIsExact: !isCounted || page.total <= countLimitOf(list),
    limit,
    nextCursor: hasMore ? encodeCursor([page.last_value, page.last_id as string], cursorScope) : null,
    ...(newer_than && !after && { query: { ...filters, limit } }),
  }
}

type PageInput = { limit: number; cursor?: string | undefined; newer_than?: string | undefined }

/** Returns the key after which the page starts. null for the first page. */
async function startOfPage(list: List, { limit, cursor, newer_than }: PageInput, cursorScope: unknown) {
  if (newer_than) return cursorBefore(list, newer_than, limit)
  return cursor === undefined ? null : decodeCursor(cursor, cursorScope)
}

const countLimitOf = (list: List) => list.countLimit ?? countLimit

const pageRow = z.object({
  /** When counted, at most one more than the count limit. */
  total: z.int(),
  /** The rows of the page as JSON, separated by commas. */
  items: z.string(),
  /** One more than `limit` when more rows exist. */
  count: z.int(),
  /** The sort value and the id of the last row of a full page. null when the page is not full. */
  last_value: z.string().nullable(),
  last_id: z.string().nullable(),
})

/**
 * The statement that returns the exact total from row_tally: the number of rows of `relation` with one of `statuses`.
 * Without `statuses`, rows with any status count.
 */
export const exactTotalSql = (teamId: string, relation: string, statuses?: readonly string[], scopeId = "") =>
  sql`select coalesce(sum(rows), 0) from row_tally where team_id = ${teamId} and relation = ${relation} and scope_id = ${scopeId}${
    statuses ? sql` and status = any(${[...statuses]})` : empty
  }`

/** Reads one row more than `limit`, which shows whether another page follows. */
function pageStatement(list: List, after: CursorKey | null, limit: number): Sql {
  const seek = after ? [isAfter(list, after)] : []
  const total = list.exactTotal ?? sql`select count(*) from (${rowsToCount(list, countLimitOf(list) + 1)}) counted`
  const page =
    list.perGroup || list.isSortUnindexed ? keysFirstPage(list, seek, limit + 1) : orderedPage(list, seek, limit + 1)
  // One result row, not one per item: reading 26 rows costs Node more than joining them costs Postgres.
  return sql`${list.with ? sql`with ${list.with} ` : empty}select (${total})::bigint as total, page.* from (
    select coalesce(string_agg(item, ',') filter (where position <= ${limit}), '') as items, count(*) as count,
      (array_agg(sort_value))[${limit}]::text as last_value, (array_agg(id))[${limit}] as last_id
    from (select row_number() over () as position, page_row.* from (${page}) page_row) numbered_row) page`
}

const itemOf = ({ item, columns }: List) => item ?? sql`row_to_json((select r from (select ${columns}) r))::text`

const keysOf = ({ sort, idColumn }: List) => sql`${sort.column} as sort_value, ${idColumn} as id`
const direction = (descending: boolean) => (descending ? sql`desc` : sql`asc`)

/** Selects `selected` from the first `limit` rows of the list that also satisfy `conditions`. */
const firstRows = (list: List, selected: Sql, conditions: Sql[], descending: boolean, limit: number) => sql`
  select ${selected} from ${list.from} where ${join([...list.where, ...conditions], " and ")}
  order by ${list.sort.column} ${direction(descending)}, ${list.idColumn} ${direction(descending)} limit ${limit}`

const orderedPage = (list: List, seek: Sql[], limit: number) =>
  firstRows(list, sql`${itemOf(list)} as item, ${keysOf(list)}`, seek, list.sort.descending, limit)

/** Reads the keys of the page, at most one page of them from each group, and then builds the JSON of its rows. */
const keysFirstPage = (list: List, seek: Sql[], limit: number) => sql`
  select page_row.item, page_key.sort_value, page_key.id from (${firstKeys(list, seek, list.sort.descending, limit)}) page_key
    cross join lateral (select ${itemOf(list)} as item from ${list.from} where ${list.where[0]} and ${list.idColumn} = page_key.id offset 0) page_row
  order by page_key.sort_value ${direction(list.sort.descending)}, page_key.id ${direction(list.sort.descending)}`

/** `sort_value` and `id` of the first `limit` rows. */
function firstKeys(list: List, seek: Sql[], descending: boolean, limit: number): Sql {
  const { perGroup } = list
  if (!perGroup) return firstRows(list, keysOf(list), seek, descending, limit)
  return sql`
    select group_key.* from ${perGroup.groups}
      cross join lateral (${firstRows(list, keysOf(list), [perGroup.condition, ...seek], descending, limit)}) group_key
    order by group_key.sort_value ${direction(descending)}, group_key.id ${direction(descending)} limit ${limit}`
}

/**
 * Any `limit` rows, for counting. Each group is read in order, so Postgres uses the index even for a small group beside
 * a group with nearly all rows.
 */
function rowsToCount(list: List, limit: number): Sql {
  const { perGroup, from, where, sort, isSortUnindexed } = list
  if (!perGroup || isSortUnindexed) return sql`select 1 from ${from} where ${join(where, " and ")} limit ${limit}`
  return sql`select 1 from ${perGroup.groups}
    cross join lateral (${firstRows(list, sql`1`, [perGroup.condition], sort.descending, limit)}) group_row limit ${limit}`
}

/** Returns the key after which the page just before the row `known` starts. null when that page is the first one. */
async function cursorBefore(list: List, known: string, limit: number): Promise<CursorKey | null> {
  const { sort, idColumn, from, where } = list
  // Reads the rows above `known` in reverse order: one page, and one row more, which is the key.
  const descending = !sort.descending
  const position = sql`${sort.column}, ${idColumn}`
  const above = sql`(${position}) ${descending ? sql`<` : sql`>`} (select ${position} from ${from} where ${where[0]} and ${idColumn} = ${known})`
  const [start] = await rows(
    startRow,
    sql`
      select page_key.sort_value::text as value, page_key.id from (${firstKeys(list, [above], descending, limit + 1)}) page_key
      order by page_key.sort_value ${direction(descending)}, page_key.id ${direction(descending)} limit 1 offset ${limit}`,
  )
  return start ? [start.value, start.id] : null
}

const startRow = z.object({ value: z.string(), id: z.string() })

const casts = {
  timestamptz: sql`timestamptz`,
  text: sql`text`,
  date: sql`date`,
  numeric: sql`numeric`,
  real: sql`real`,
  bigint: sql`bigint`,
}

/** SQL condition for the rows that follow the row with this key. */
function isAfter({ sort, idColumn }: List, [value, id]: CursorKey): Sql {
  return sql`(${sort.column}, ${idColumn}) ${sort.descending ? sql`<` : sql`>`} (${value}::${casts[sort.type]}, ${id})`
}
