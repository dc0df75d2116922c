/** Headers that an endpoint's owner adds to its requests, such as a token of their gateway. Sealed at rest, never shown again. */
import { z } from "zod"

const maxHeaders = 10
const maxBytes = 4_096

/** What the request says by itself, what belongs to the connection, and what a proxy would believe. */
const forbidden =
  /^(host|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|cookie|set-cookie|user-agent|date|via|forwarded|accept-encoding)$|^(content|x-forwarded|proxy|sec|webhook|signalbox)-/

const name = z
  .string()
  .max(64, "has a name of more than 64 characters")
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "is not a header's name")
const value = z
  .string()
  .max(1_024, "is longer than 1024 characters")
  .regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, "is not visible ASCII")

const given = z.strictObject({ name: z.string(), value: z.string() })
type Header = z.output<typeof given>

/** A list, so that a name that comes twice can be told; they come out by their names in lower case. */
export const customHeaders = z
  .array(given)
  .superRefine((headers, ctx) => {
    const faults = [...faultsOf(headers)]
    if (faults.length > 0) ctx.addIssue({ code: "custom", message: faults.join("; ") })
  })
  .transform((headers) => Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value])))
  .meta({
    description: `Added to every request: at most ${maxHeaders}, 4 KiB in all, each name once`,
    examples: [[{ name: "x-tenant", value: "42" }]],
  })

/** All faults, each with the header's name; a value is never told. */
function* faultsOf(headers: Header[]): Generator<string> {
  if (headers.length > maxHeaders) yield `${headers.length} headers instead of at most ${maxHeaders}`
  if (headers.reduce((sum, { name, value }) => sum + name.length + value.length, 0) > maxBytes)
    yield `larger than ${maxBytes} bytes in all`
  const seen = new Set<string>()
  for (const header of headers) {
    const lower = header.name.toLowerCase()
    const faults = [name.safeParse(header.name), value.safeParse(header.value)].flatMap(
      ({ error }) => error?.issues.map(({ message }) => message) ?? [],
    )
    if (forbidden.test(lower)) faults.push("is a header that cannot be set")
    if (seen.has(lower)) faults.push("is named twice")
    seen.add(lower)
    for (const fault of faults) yield `"${header.name}" ${fault}`
  }
}
