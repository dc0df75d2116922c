/** Opaque cursors: where a page ended, bound to the query and the team, and sealed so that an altered one is refused. */
import { createHmac, timingSafeEqual } from "node:crypto"
import { Problem } from "./errors"
import { secret } from "./secrets"

export type CursorKey = [sortValue: string | number | null, id: string]

const sealBytes = 8

/** `binding` is everything that must not change between two pages: operation, team, filters, sort. */
export function sealCursor(key: CursorKey, binding: unknown): string {
  const body = Buffer.from(JSON.stringify(key))
  return Buffer.concat([seal(body, binding), body]).toString("base64url")
}

/** The key inside `cursor`; a cursor of another query, team or hand is `cursor_invalid`. */
export function openCursor(cursor: string, binding: unknown): CursorKey {
  const bytes = Buffer.from(cursor, "base64url")
  const body = bytes.subarray(sealBytes)
  const isWhole = bytes.length > sealBytes && bytes.toString("base64url") === cursor
  if (!isWhole || !timingSafeEqual(seal(body, binding), bytes.subarray(0, sealBytes))) throw invalid()
  return JSON.parse(body.toString()) as CursorKey
}

const seal = (body: Buffer, binding: unknown) =>
  createHmac("sha256", secret("cursor")).update(body).update(JSON.stringify(binding)).digest().subarray(0, sealBytes)

const detail =
  "The cursor was altered or cut, or made for another query: filters and sort must stay the same from page to page."

const invalid = () =>
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
