/** Headers that an endpoint's owner adds to its requests, such as a token of their gateway. Sealed at rest, never shown again. */
import { z } from "zod"

const maxHeaders = 10
const maxBytes = 4_096

/** What the request says by itself, what belongs to the connection, and what a proxy would believe. */
const forbidden =
  /^(host|content-.*|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|cookie|set-cookie|user-agent|date|via|forwarded|x-forwarded-.*|proxy-.*|sec-.*|webhook-.*|signalbox-.*|accept-encoding)$/

const name = z
  .string()
  .max(64, "has a name of more than 64 characters")
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "is not a header's name")
const value = z
  .string()
  .max(1_024, "is longer than 1024 characters")
  .regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, "is not visible ASCII")

/** Names come out in lower case. */
export const customHeaders = z
  .record(z.string(), z.string())
  .superRefine((headers, ctx) => {
    for (const [path, message] of faultsOf(headers)) ctx.addIssue({ code: "custom", path, message })
  })
  .transform((headers) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  )
  .meta({
    description: `Added to every request: at most ${maxHeaders}, 4 KiB in all`,
    examples: [{ "x-tenant": "42" }],
  })

/** All faults, each with where it lies; a value is never told. */
function* faultsOf(headers: Record<string, string>): Generator<[path: string[], message: string]> {
  const entries = Object.entries(headers)
  if (entries.length > maxHeaders) yield [[], `has ${entries.length} headers; at most ${maxHeaders} are possible`]
  if (entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > maxBytes)
    yield [[], `is larger than ${maxBytes} bytes in all`]
  const seen = new Set<string>()
  for (const [given, content] of entries) {
    const lower = given.toLowerCase()
    for (const { message } of name.safeParse(given).error?.issues ?? []) yield [[given], message]
    for (const { message } of value.safeParse(content).error?.issues ?? []) yield [[given], message]
    if (forbidden.test(lower)) yield [[given], "is a header that cannot be set"]
    if (seen.has(lower)) yield [[given], "is named twice"]
    seen.add(lower)
  }
}
