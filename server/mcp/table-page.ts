/**
 * Reads a table of metrics page by page. The operation has a limit but no cursor, so a page is read with all rows before
 * it, which are then left out. The cursor has the number of these rows and a digest of what identifies them. If they
 * have changed since the previous page, the cursor is refused: otherwise a row could be missing or appear twice.
 */
import "server-only"
import { hash } from "node:crypto"
import { z } from "zod"
import type { TeamContext } from "@/domain/kernel/context"
import { cursorInvalid, decodeCursor, encodeCursor } from "@/domain/kernel/cursor"
import type { AnyOperation } from "@/domain/kernel/operation"
import { validate } from "@/domain/kernel/validate"
import { countFitting, maxResultCharacters, type Serialized, serialize } from "./result"

/** What a table has besides its data, so that a model can continue it. */
export const tablePageSchema = { next_cursor: { type: ["string", "null"] }, truncated: { type: "boolean" } }

/** The argument that continues a table. */
export const cursorSchema = { type: "string" }

/** The highest `limit` of the operations. Later rows can only be reached by narrowing the query. */
const maxRows = 10_000

/** The length of the fields that a page adds to a table. */
const maxPageCharacters = 1_000

type Content = Record<string, unknown>
type Row = Content
type Table = Content & { rows: Row[]; rows_total: number; meta: Content }

/** True if the result is one table whose rows `limit` cuts off. */
export const isTable = ({ input, output }: AnyOperation) =>
  output instanceof z.ZodObject && "rows_total" in output.shape && "limit" in input.shape

type Read = (args: Content) => Promise<Serialized>
type Call = { operation: AnyOperation; ctx: TeamContext; args: Content }

/** `read` runs the operation. Cuts the page so that it fits into a result. */
export async function readTablePage(
  { operation, ctx, args: { cursor, ...args } }: Call,
  read: Read,
): Promise<Serialized> {
  if (cursor === undefined) {
    const result = await read(args)
    return completePage(result) ?? cutPage({ operation, ctx, args }, result.content as Table, 0, read)
  }
  const { limit, cursorScope } = pagingOf({ operation, ctx, args })
  const [start, digest] = decodeCursor(String(cursor), cursorScope)
  const first = Number(start)
  const { content } = await read({ ...args, limit: Math.min(maxRows, first + limit) })
  if (digestOf(content as Table, first) !== digest) throw cursorInvalid("The data has changed since the previous page.")
  return cutPage({ operation, ctx, args }, content as Table, first, read)
}

/** The page of a table of which no row is missing, or undefined. Most tables are short, so it is not serialized again. */
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

/**
 * The rows of `table` from `first` on that fit into a result. `reserved`: characters for the fields that are not known
 * before the page is cut.
 */
async function cutPage(
  call: Call,
  table: Table,
  first: number,
  read: Read,
  reserved = maxPageCharacters,
): Promise<Serialized> {
  const { rows, ...frame } = table
  const frameCharacters = JSON.stringify({ ...frame, ...("other" in frame && { other: frame["totals"] }) }).length
  const end = first + countFitting(rows.slice(first), frameCharacters + reserved)
  // Read again, so that `other` covers the rows after this page.
  const isReadAgain = end < rows.length && "other" in table
  const cut = isReadAgain ? ((await read({ ...call.args, limit: end })).content as Table) : table
  const page = pageOf(cut, first, end, pagingOf(call).cursorScope)
  if (page.json.length <= maxResultCharacters || end - first === 1) return page
  return cutPage(call, table, first, read, 2 * reserved)
}

/** The limit of the call, with its default, and what must stay the same from page to page. */
function pagingOf({ operation, ctx, args }: Call) {
  const { limit, ...query } = validate(operation.input, args, { checks: operation.checks }) as Content
  return { limit: limit as number, cursorScope: [operation.id, ctx.team.id, query] }
}

function pageOf(table: Table, first: number, end: number, cursorScope: unknown): Serialized {
  const rows = table.rows.slice(first, end)
  const last = first + rows.length
  const isCut = last < table.rows_total
  const nextCursor = isCut && last < maxRows ? encodeCursor([last, digestOf(table, last)], cursorScope) : null
  const shown = `Rows ${first + 1} to ${last} of ${table.rows_total}.`
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
