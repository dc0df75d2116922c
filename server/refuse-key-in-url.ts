/** Rejects requests with a key in their URL, and revokes the key as leaked, because URLs end up in logs and histories. */
import "server-only"
import type { Origin } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { hasKey } from "@/domain/kernel/key-format"
import { reportLeak } from "@/domain/keys/report-leak"

/** True when the URL contains something in the form of a key. Needs no database, so it can run for each request. */
export const hasKeyInUrl = (url: string) => hasKey(unescaped(url))

/** Throws `key_in_url` when the URL contains a key. */
export async function refuseKeyInUrl(url: string, origin: Origin) {
  const isLeaked = await reportLeak(unescaped(url), origin)
  if (isLeaked === undefined) return
  throw new Problem(
    "key_in_url",
    `Send API keys in the Authorization header, never in a URL.${isLeaked ? " The key is revoked now, because URLs end up in logs." : ""}`,
  )
}

/** Decodes only escapes of plain characters, because a key has no others. */
const unescaped = (text: string) =>
  text.includes("%")
    ? text.replace(/%([2-7][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
