/**
 * Reads a page of a list that fits into a result. A page that is too large is read again with fewer items, so that
 * `next_cursor` continues after the last item in the result.
 */
import "server-only"
import type { AnyOperation } from "@/domain/kernel/operation"
import { countFitting, maxResultCharacters, type Serialized, serialize } from "./result"

/** The length of a list's other fields: the total, the link, the cursor and a hint. */
const maxListFrameCharacters = 1_000

type Arguments = Record<string, unknown>
type Options = {
  read: (args: Arguments) => Promise<Serialized>
  /** How many characters the caller adds to the page. */
  reservedCharacters?: number
}

/** Results that are not lists, and lists without `limit`, are returned in full. */
export async function readListPage(
  { input }: AnyOperation,
  args: Arguments,
  { read, reservedCharacters = 0 }: Options,
): Promise<Serialized> {
  const fullPage = await read(args)
  if (fullPage.json.length <= maxResultCharacters - reservedCharacters) return fullPage
  const { items, next_cursor: nextCursor } = fullPage.content
  if (!Array.isArray(items) || items.length < 2 || !("limit" in input.shape)) return fullPage
  const limit = countFitting(items, maxListFrameCharacters + reservedCharacters)
  const shorter = await read({ ...args, limit })
  // The cursor is the same (null) only if the operation has no pages. The rest of such a list cannot be read.
  if (nextCursor === shorter.content["next_cursor"]) return shorter
  return serialize({ ...shorter.content, hint: `${limit} items fit. Continue with next_cursor.` })
}
