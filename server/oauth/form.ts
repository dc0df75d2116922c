/** Reads the parameters of an OAuth request. */
import "server-only"
import { OauthError } from "@/domain/connections/oauth/oauth-error"
import { parseJson } from "@/domain/kernel/text"

const maxBodyBytes = 16_384

/** Only `resource` may be repeated (OAuth 2.1, section 3.1; RFC 8707). */
export function rejectRepeatedParameters(form: URLSearchParams) {
  const names = [...form.keys()].filter((name) => name !== "resource")
  if (new Set(names).size < names.length) throw new OauthError("invalid_request", "A parameter is sent twice.")
}

export async function readForm(request: Request): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded *(;|$)/i.test(request.headers.get("content-type") ?? ""))
    throw new OauthError("invalid_request", "Send the parameters as application/x-www-form-urlencoded.")
  const form = new URLSearchParams(await readText(request))
  rejectRepeatedParameters(form)
  return form
}

/** Returns undefined if the body is not JSON. */
export const readJson = async (request: Request): Promise<unknown> => parseJson(await readText(request))

/** The front server limits the size of a body before this (receive-body.ts). */
async function readText(request: Request): Promise<string> {
  const bytes = Buffer.from(await request.arrayBuffer())
  if (bytes.length <= maxBodyBytes) return bytes.toString("utf8")
  throw new OauthError("invalid_request", `The body of a request can have at most ${maxBodyBytes} bytes.`)
}

export function requireParameter(form: URLSearchParams, name: string): string {
  const value = form.get(name)
  if (value) return value
  throw new OauthError("invalid_request", `Send the parameter ${name}.`)
}
