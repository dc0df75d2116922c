/** Opaque cursors: where a page ended, bound to the query and the team, and sealed so that an altered one is refused. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto"
import { Problem } from "./errors"
import { secret } from "./secrets"

export type CursorKey = [sortValue: string | number | null, id: string]

const sealBytes = 8

/** `binding` is everything that must not change between two pages: operation, team, filters, sort. */
export function sealCursor(key: CursorKey, binding: unknown): string {
  const body = Buffer.from(JSON.stringify([1, ...key, fingerprint(binding)]))
  return Buffer.concat([seal(body), body]).toString("base64url")
}

/** The key inside `cursor`; a cursor of another query, team or hand is `cursor_invalid`. */
export function openCursor(cursor: string, binding: unknown): CursorKey {
  const bytes = Buffer.from(cursor, "base64url")
  const body = bytes.subarray(sealBytes)
  const isWhole = bytes.length > sealBytes && bytes.toString("base64url") === cursor
  if (!isWhole || !timingSafeEqual(seal(body), bytes.subarray(0, sealBytes)))
    throw invalid("The cursor was altered or cut.")
  const [, value, id, bound] = JSON.parse(body.toString()) as [number, string | number | null, string, string]
  if (bound !== fingerprint(binding))
    throw invalid("The cursor was made for another query: filters and sort must stay the same from page to page.")
  return [value, id]
}

const seal = (body: Buffer) => createHmac("sha256", secret("cursor")).update(body).digest().subarray(0, sealBytes)
const fingerprint = (binding: unknown) =>
  createHash("sha256").update(JSON.stringify(binding)).digest("base64url").slice(0, 11)

const invalid = (detail: string) =>
  new Problem("cursor_invalid", detail, {
    errors: [
      {
        parameter: "cursor",
        code: "cursor_invalid",
        detail,
        fix: "Take next_cursor from the answer before, unchanged, or start again without a cursor.",
      },
    ],
  })
