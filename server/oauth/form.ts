/** Reads the parameters of an OAuth request. A parameter that is sent twice is an error (OAuth 2.1, section 3.1). */
import "server-only"
import { OauthError } from "@/domain/connections/oauth/oauth-error"
import { parseJson } from "@/domain/kernel/text"

const maxBodyBytes = 16_384

/** Throws `invalid_request` if a parameter is repeated. Only `resource` may be (RFC 8707). */
export function requireSingle(form: URLSearchParams) {
  const names = [...form.keys()].filter((name) => name !== "resource")
  if (new Set(names).size < names.length) throw new OauthError("invalid_request", "A parameter is sent twice.")
}

export async function readForm(request: Request): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded *(;|$)/i.test(request.headers.get("content-type") ?? ""))
    throw new OauthError("invalid_request", "Send the parameters as application/x-www-form-urlencoded.")
  const form = new URLSearchParams(await readText(request))
  requireSingle(form)
  return form
}

/** Returns undefined if the body is not JSON. */
export const readJson = async (request: Request): Promise<unknown> => parseJson(await readText(request))

async function readText(request: Request): Promise<string> {
  const bytes = Buffer.from(await request.arrayBuffer())
  if (bytes.length <= maxBodyBytes) return bytes.toString("utf8")
  throw new OauthError("invalid_request", `The body of a request can have at most ${maxBodyBytes} bytes.`)
}

export function requireField(form: URLSearchParams, name: string): string {
  const value = form.get(name)
  if (value) return value
  throw new OauthError("invalid_request", `Send the parameter ${name}.`)
}
