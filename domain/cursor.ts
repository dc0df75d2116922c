/** Opaque cursors: where a page ended, bound to the query and the team, and sealed so that an altered one is refused. */
import { hash, timingSafeEqual } from "node:crypto"
import { Problem } from "./errors"
import { secret } from "./secrets"

export type CursorKey = [sortValue: string | number | null, id: string]

const sealLength = 11

/** `binding` is everything that must not change between two pages: operation, team, filters, sort. */
export function sealCursor(key: CursorKey, binding: unknown): string {
  const body = Buffer.from(JSON.stringify(key)).toString("base64url")
  return seal(body, binding) + body
}

/** The key inside `cursor`; a cursor of another query, team or hand is `cursor_invalid`. */
export function openCursor(cursor: string, binding: unknown): CursorKey {
  const body = cursor.slice(sealLength)
  const given = Buffer.from(cursor.slice(0, sealLength))
  const expected = Buffer.from(seal(body, binding))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw invalid()
  return JSON.parse(Buffer.from(body, "base64url").toString()) as CursorKey
}

/** SHA-512/256 with the key in front: nothing can be appended to it unseen, and it costs a fifth of an HMAC object. */
const seal = (body: string, binding: unknown) =>
  hash("sha512-256", `${secret("cursor")}${JSON.stringify(binding)}${body}`, "base64url").slice(0, sealLength)

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
