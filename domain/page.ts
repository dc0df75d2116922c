/** Lists: one statement gives a page and its total; pages go by keyset, so they stay whole while rows are added. */
import { z } from "zod"
import { empty, join, rows, type Sql, sql } from "@/prisma/client"
import { type CursorKey, openCursor, sealCursor } from "./cursor"
import { type Answer, JsonRows } from "./envelope"
import { type IdKind, id } from "./ids"

/** Totals without a tally are counted up to here; beyond, `total_is_exact` is false and the total a lower bound. */
const countLimit = 10_000

export const pageInput = {
  limit: z.int().min(1).max(200).default(50).meta({ description: "Items a page" }),
  cursor: z.string().max(2_000).optional().meta({ description: "`meta.next_cursor` of the page before" }),
}

/** For a list that is also paged back: the rows just above one that is known. Where less than a page is left, it is the first page. */
export const newerThan = (kind: IdKind) =>
  id(kind).optional().meta({
    description: "The page above this one of the list; `meta.query` leaves it out when that is the first page",
  })

export type Sort = {
  column: Sql
  descending: boolean
  type: "timestamptz" | "text" | "date" | "numeric" | "bigint"
}

export type List = {
  /** Operation id and team: a cursor works nowhere else. */
  binding: [operationId: string, teamId: string]
  columns: Sql
  /** The text of a row that is stored as JSON already; left out: made of `columns`. */
  item?: Sql
  from: Sql
  /** Conditions; the first one names the team. */
  where: Sql[]
  /** Conditions of which every row fulfils exactly one: each is read by an index of its own, so that few are found among many others. */
  kinds?: Sql[]
  sort: Sort
  /** The id column, unique within the list: the tie-breaker. Its field in the row is `id`. */
  idColumn: Sql
  /** A statement that yields the exact total at once (row_tally); left out: counted up to `countLimit`. */
  exactTotal?: Sql
  /** Less than the usual 10 000 where counting would cost more than the page. */
  countLimit?: number
}

/** One page of `list` for an operation's input, as JSON that Postgres wrote. */
export async function listPage<Row>(list: List, input: PageInput): Promise<Answer<Row[]> & { data: JsonRows<Row> }> {
  const { limit, cursor, newer_than, ...filters } = input
  const binding = [...list.binding, filters]
  const after = newer_than
    ? await startAbove(list, newer_than, limit)
    : cursor === undefined
      ? null
      : openCursor(cursor, binding)
  const [found] = (await rows<Found>(pageStatement(list, after, limit))) as [Found]
  return {
    data: new JsonRows<Row>(found.items, Math.min(found.count, limit)),
    total: Math.min(found.total, list.exactTotal ? Number.POSITIVE_INFINITY : countLimitOf(list)),
    totalIsExact: list.exactTotal !== undefined || found.total <= countLimitOf(list),
    limit,
    nextCursor: found.count > limit ? sealCursor([found.last_value, found.last_id], binding) : null,
    ...(newer_than && !after && { query: { ...filters, limit } }),
  }
}

type PageInput = { limit: number; cursor?: string | undefined; newer_than?: string | undefined }
const countLimitOf = (list: List) => list.countLimit ?? countLimit
/** `items`: the page's rows as JSON, comma between; `count`: one more than `limit` when there are more; `last_*`: of the page's last row. */
type Found = { total: number; items: string; count: number; last_value: string | null; last_id: string }

/** The statement that yields a tally as the exact total: rows of `relation` with one of `statuses` (all when left out). */
export const tally = (teamId: string, relation: string, statuses?: readonly string[], scopeId = "") =>
  sql`select coalesce(sum(rows), 0) from row_tally where team_id = ${teamId} and relation = ${relation} and scope_id = ${scopeId}${
    statuses ? sql` and status = any(${[...statuses]})` : empty
  }`

function pageStatement(list: List, after: CursorKey | null, limit: number): Sql {
  const { sort } = list
  const direction = sort.descending ? sql`desc` : sql`asc`
  const kinds = list.kinds?.map((kind) => join([...list.where, kind], " and ")) ?? [join(list.where, " and ")]
  const seek = after ? sql` and ${keyset(list, after)}` : empty
  const all = join(
    kinds.map((where) => sql`select 1 from ${list.from} where ${where}`),
    " union all ",
  )
  const total = list.exactTotal ?? sql`select count(*) from (${all} limit ${countLimitOf(list) + 1}) counted`
  const item = list.item ?? sql`row_to_json((select r from (select ${list.columns}) r))::text`
  const pages = kinds.map(
    (where) => sql`(select ${item} as item, ${sort.column} as sort_value, ${list.idColumn} as id
      from ${list.from} where ${where}${seek}
      order by ${sort.column} ${direction}, ${list.idColumn} ${direction} limit ${limit + 1})`,
  )
  const page =
    pages.length === 1
      ? join(pages)
      : sql`(${join(pages, " union all ")} order by sort_value ${direction}, id ${direction} limit ${limit + 1})`
  // One row, not one a client: reading 26 rows costs Node more than it costs Postgres to join them.
  return sql`select (${total})::bigint as total, p.* from (
    select coalesce(string_agg(item, ',') filter (where place <= ${limit}), '') as items, count(*) as count,
      (array_agg(sort_value))[${limit}]::text as last_value, (array_agg(id))[${limit}] as last_id
    from (select row_number() over () as place, r.* from ${page} r) r) p`
}

/** Where the page begins that ends just above the row `id`; null: nothing but the first page lies there. */
async function startAbove(
  { sort, idColumn, from, where }: List,
  known: string,
  limit: number,
): Promise<CursorKey | null> {
  const [up, upwards] = sort.descending ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`]
  const place = sql`${sort.column}, ${idColumn}`
  const [start] = await rows<{ value: string; id: string }>(sql`
    select ${sort.column}::text as value, ${idColumn} as id from ${from}
    where ${join(where, " and ")} and (${place}) ${up} (select ${place} from ${from} where ${where[0]} and ${idColumn} = ${known})
    order by ${sort.column} ${upwards}, ${idColumn} ${upwards} limit 1 offset ${limit}`)
  return start ? [start.value, start.id] : null
}

const casts = {
  timestamptz: sql`timestamptz`,
  text: sql`text`,
  date: sql`date`,
  numeric: sql`numeric`,
  bigint: sql`bigint`,
}

function keyset({ sort, idColumn }: List, [value, id]: CursorKey): Sql {
  return sql`(${sort.column}, ${idColumn}) ${sort.descending ? sql`<` : sql`>`} (${value}::${casts[sort.type]}, ${id})`
}
