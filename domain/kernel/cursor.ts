/**
 * Encodes and decodes opaque page cursors. A cursor contains the sort value and the id of the last row of a page.
 * It is signed together with the query and the team, so an altered cursor is rejected.
 */
import { hash } from "node:crypto"
import { Problem } from "./errors"
import { derivedSecret, isSameSignature } from "./secrets"

export type CursorKey = [sortValue: string | number | null, id: string]

/** Length of the signature in front of the cursor: 11 base64url characters, 66 bits. */
const signatureLength = 11

/** `cursorScope` is everything that must stay the same from page to page: operation, team, filters, sort. */
export function encodeCursor(key: CursorKey, cursorScope: unknown): string {
  const body = Buffer.from(JSON.stringify(key)).toString("base64url")
  return sign(body, cursorScope) + body
}

/**
 * Returns the key inside `cursor`. Throws `cursor_invalid` when the cursor was altered or belongs to another query or
 * team.
 */
export function decodeCursor(cursor: string, cursorScope: unknown): CursorKey {
  const body = cursor.slice(signatureLength)
  if (!isSameSignature(cursor.slice(0, signatureLength), sign(body, cursorScope))) throw cursorInvalid()
  return JSON.parse(Buffer.from(body, "base64url").toString()) as CursorKey
}

/**
 * SHA-512/256 over the secret, the scope and the body. This hash is not open to length extension, and costs a fifth
 * of an HMAC object.
 */
const sign = (body: string, cursorScope: unknown) =>
  hash("sha512-256", `${derivedSecret("cursor")}${JSON.stringify(cursorScope)}${body}`, "base64url").slice(
    0,
    signatureLength,
  )

const detailOfInvalid =
  "The cursor is invalid: it was changed, truncated or created for a different query. Filters and sort order must stay the same for all pages."

/** The Problem of a cursor that cannot be used. */
export function cursorInvalid(detail = detailOfInvalid) {
  const fix = "Use next_cursor of the previous page unchanged, or start again without a cursor."
  return new Problem("cursor_invalid", detail, {
    errors: [{ parameter: "cursor", code: "cursor_invalid", detail, fix }],
  })
}
