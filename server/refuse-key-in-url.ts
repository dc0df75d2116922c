/** A key in a URL ends up in logs and histories: the request is refused, and the key is revoked as leaked. */
import "server-only"
import type { Origin } from "@/domain/context"
import { Problem } from "@/domain/errors"
import { hasKey } from "@/domain/keys/key-format"
import { reportLeak } from "@/domain/keys/report-leak"

/** True when the address has something of the form of a key. It asks no database, so that it can run for each request. */
export const hasKeyInUrl = (url: string) => hasKey(unescaped(url))

/** Throws `key_in_url` when the address has a key in it. */
export async function refuseKeyInUrl(url: string, origin: Origin) {
  const isLeaked = await reportLeak(unescaped(url), origin)
  if (isLeaked === undefined) return
  throw new Problem(
    "key_in_url",
    `Keys belong in the Authorization header, never in a URL.${isLeaked ? " The key is revoked now, because URLs end up in logs." : ""}`,
  )
}

/** A key has plain characters only, so that other escapes may stay. */
const unescaped = (text: string) =>
  text.includes("%")
    ? text.replace(/%([2-7][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
