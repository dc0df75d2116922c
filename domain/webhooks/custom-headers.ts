/**
 * Custom headers that a team adds to an endpoint's requests, such as a token for its gateway. They are stored encrypted
 * and never shown again.
 */
import { z } from "zod"
import { sealedColumns } from "@/domain/security/sealed-columns"
import { seal } from "@/domain/security/vault"

const maxHeaders = 10
const maxBytes = 4_096

/**
 * Headers that cannot be set: those that the request sets itself, those of the connection, and those that a proxy would
 * trust.
 */
const forbidden =
  /^(host|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|cookie|set-cookie|user-agent|date|via|forwarded|accept-encoding)$|^(content|x-forwarded|proxy|sec|webhook|signalbox)-/

const name = z
  .string()
  .max(64, "has a name with more than 64 characters")
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "is not a valid header name")
const value = z
  .string()
  .max(1_024, "has more than 1,024 characters")
  .regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, "contains characters other than visible ASCII")

const headerInput = z.strictObject({ name: z.string(), value: z.string() })
type Header = z.output<typeof headerInput>

/** The input is a list, so that a repeated name can be reported. The output is an object by names in lower case. */
export const customHeaders = z
  .array(headerInput)
  .superRefine((headers, ctx) => {
    const fieldErrors = [...fieldErrorsOf(headers)]
    if (fieldErrors.length > 0) ctx.addIssue({ code: "custom", message: fieldErrors.join("; ") })
  })
  .transform((headers) => Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value])))
  .meta({
    description: `Custom headers that are added to every request. At most ${maxHeaders} headers with 4 KiB in total. Each name can occur once.`,
    examples: [[{ name: "x-tenant", value: "42" }]],
  })

/** All errors, each with the header's name. Values never appear in an error. */
function* fieldErrorsOf(headers: Header[]): Generator<string> {
  if (headers.length > maxHeaders) yield `contains ${headers.length} headers, but at most ${maxHeaders} are allowed`
  const bytes = headers.reduce((sum, { name, value }) => sum + name.length + value.length, 0)
  if (bytes > maxBytes) yield `is larger than ${maxBytes.toLocaleString("en")} bytes in total`
  const seen = new Set<string>()
  for (const header of headers) {
    const lower = header.name.toLowerCase()
    const fieldErrors = [name.safeParse(header.name), value.safeParse(header.value)].flatMap(
      ({ error }) => error?.issues.map(({ message }) => message) ?? [],
    )
    if (forbidden.test(lower)) fieldErrors.push("cannot be set")
    if (seen.has(lower)) fieldErrors.push("occurs twice")
    seen.add(lower)
    for (const fieldError of fieldErrors) yield `contains the header "${header.name}", which ${fieldError}`
  }
}

/** The columns that store them: the encrypted headers, and their names in plain text. */
export const sealedHeaders = (endpointId: string, headers: Record<string, string>) => ({
  header_names: Object.keys(headers),
  headers_sealed:
    Object.keys(headers).length > 0
      ? seal(JSON.stringify(headers), sealedColumns.webhookHeaders.associatedData({ id: endpointId }))
      : null,
})
