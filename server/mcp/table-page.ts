/**
 * Adds pages to tables of metrics. Their operations have a limit but no cursor, so this reads a page together with all
 * rows before it, and removes those rows. The cursor contains their number and a digest of their identities. If the
 * rows have changed since the previous page, the cursor is rejected, because rows could be missing or appear twice.
 */
import "server-only"
import { hash } from "node:crypto"
import { z } from "zod"
import type { TeamContext } from "@/domain/kernel/context"
import { cursorInvalid, decodeCursor, encodeCursor } from "@/domain/kernel/cursor"
import type { AnyOperation } from "@/domain/kernel/operation"
import { validate } from "@/domain/kernel/validate"
import { countFitting, maxResultCharacters, type Serialized, serialize } from "./result"

/** The fields that a page adds to a table. */
export const tablePageSchema = { next_cursor: { type: ["string", "null"] }, truncated: { type: "boolean" } }

/** The argument that continues a table. */
export const cursorSchema = { type: "string" }

/** The highest `limit` of the operations. Later rows can only be reached by narrowing the query. */
const maxRows = 10_000

/** How many characters of JSON a page reserves at first for the fields that it adds. */
const maxPageCharacters = 1_000

type Content = Record<string, unknown>
type Row = Content
type Table = Content & { rows: Row[]; rows_total: number; meta: Content }

/** True if the result is a table, and `limit` limits its rows. */
export const isTable = ({ input, output }: AnyOperation) =>
  output instanceof z.ZodObject && "rows_total" in output.shape && "limit" in input.shape

/** Runs the operation. */
type ReadTable = (args: Content) => Promise<Serialized>
type TableCall = { operation: AnyOperation; ctx: TeamContext; args: Content }

/** Returns the page that `cursor` selects, or the first page, with the rows that fit into a result. */
export async function readTablePage(
  { operation, ctx, args: { cursor, ...args } }: TableCall,
  read: ReadTable,
): Promise<Serialized> {
  if (cursor === undefined) {
    const result = await read(args)
    return completePage(result) ?? cutPage({ operation, ctx, args }, result.content as Table, 0, read)
  }
  const { limit, cursorScope } = pagingOf({ operation, ctx, args })
  const [rowsBefore, digest] = decodeCursor(String(cursor), cursorScope)
  const start = Number(rowsBefore)
  const { content } = await read({ ...args, limit: Math.min(maxRows, start + limit) })
  if (digestOf(content as Table, start) !== digest) throw cursorInvalid("The data has changed since the previous page.")
  return cutPage({ operation, ctx, args }, content as Table, start, read)
}

/** Returns the page if it contains the complete table, else undefined. Does not serialize the table again. */
function completePage({ json, content }: Serialized): Serialized | undefined {
  const { rows, rows_total } = content as Table
  if (rows.length < rows_total || json.length > maxResultCharacters - maxPageCharacters) return
  const page = { next_cursor: null, truncated: false }
  return {
    json: `${JSON.stringify(page).slice(0, -1)},${json.slice(1)}`,
    rows: rows.length,
    content: { ...page, ...content },
  }
}

/** Returns the rows of `table` from index `start` on that fit into a result. */
async function cutPage(call: TableCall, table: Table, start: number, read: ReadTable): Promise<Serialized> {
  const { rows, ...frame } = table
  const frameCharacters = JSON.stringify({ ...frame, ...("other" in frame && { other: frame["totals"] }) }).length
  const { cursorScope } = pagingOf(call)
  // The length of the fields that a page adds is known only after it is cut. If they need more, it is cut again.
  for (let reserved = maxPageCharacters; ; reserved *= 2) {
    const end = start + countFitting(rows.slice(start), frameCharacters + reserved)
    const page = pageOf(await readUntil(call, table, end, read), start, end, cursorScope)
    if (page.json.length <= maxResultCharacters || end - start === 1) return page
  }
}

/**
 * Returns a table with at least the rows before index `end`. If the table has `other`, which sums up the rows after the
 * limit, it is read again with `end` as its limit.
 */
async function readUntil({ args }: TableCall, table: Table, end: number, read: ReadTable): Promise<Table> {
  if (end === table.rows.length || !("other" in table)) return table
  return (await read({ ...args, limit: end })).content as Table
}

/** Returns the limit of the call, and the part of the query that must be the same for all pages. */
function pagingOf({ operation, ctx, args }: TableCall) {
  const { limit, ...query } = validate(operation.input, args, { checks: operation.checks }) as Content
  return { limit: limit as number, cursorScope: [operation.id, ctx.team.id, query] }
}

function pageOf(table: Table, start: number, end: number, cursorScope: unknown): Serialized {
  const rows = table.rows.slice(start, end)
  const last = start + rows.length
  const isCut = last < table.rows_total
  const nextCursor = isCut && last < maxRows ? encodeCursor([last, digestOf(table, last)], cursorScope) : null
  const shown = `Rows ${start + 1} to ${last} of ${table.rows_total}.`
  const hint = nextCursor ? `${shown} Continue with next_cursor.` : `${shown} Narrow the query to get the others.`
  const page = serialize({
    ...table,
    rows,
    rows_returned: rows.length,
    meta: { ...table.meta, truncated: table.meta["truncated"] === true || isCut },
    next_cursor: nextCursor,
    truncated: isCut,
    ...(isCut && { hint }),
  })
  return { ...page, rows: rows.length }
}

/** A digest of the period, the number of rows, and the dimensions, groups and brands of the first `count` rows. */
function digestOf({ meta, rows, rows_total }: Table, count: number): string {
  const keys = rows.slice(0, count).map(({ untrusted_dims, group, brand }) => [untrusted_dims, group, brand])
  return hash("sha256", JSON.stringify([meta["period"], rows_total, keys]), "base64url").slice(0, 16)
}
