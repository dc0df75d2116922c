/**
 * Checks the request line and the Host header of every request. Rejects methods, targets and host names that the
 * product does not support, and URLs that contain an API key.
 */
import "server-only"
import type { IncomingMessage } from "node:http"
import type { RequestOrigin } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { hasKey } from "@/domain/kernel/redact-keys"
import { reportLeak } from "@/domain/keys/report-leak"

/**
 * Methods that are passed on to the routes, which reject those that they do not support. TRACE is missing because it
 * would echo the caller's cookies and keys.
 */
const knownMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
/** The Allow header of `OPTIONS *`, which asks about the server as a whole. */
export const allowedMethods = "GET, HEAD, POST, PUT, OPTIONS"

/** A host name or address, with an optional port. */
const hostPattern = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i

/** Throws a Problem for a bad request line. Shortens an absolute target (`GET http://host/path`) to its path. */
export function checkRequestLine(request: IncomingMessage) {
  const { method = "", url = "" } = request
  if (!knownMethods.includes(method)) throw methodNotAllowed(method)
  const host = checkHost(request)
  if (url.startsWith("/") || (url === "*" && method === "OPTIONS")) return
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new Problem("parameter_invalid", "The request target must be a path that starts with a slash.")
  const [, authority = "", path] = /^https?:\/\/([^/?#]*)([^#]*)/i.exec(url) ?? []
  if (authority.toLowerCase() !== host.toLowerCase())
    throw new Problem("parameter_invalid", "The request target names a different host than the Host header.")
  request.url = path?.startsWith("/") ? path : `/${path}`
}

export const methodNotAllowed = (method: string) =>
  new Problem("method_not_allowed", `This server does not support the method ${method}.`, {
    headers: { Allow: allowedMethods },
  })

/**
 * Requires exactly one Host header, as HTTP/1.1 does. HTTP/1.0, which simple health checks still use, may omit it.
 * Node's `headers` omits a second Host header, so this reads `rawHeaders`, in which names and values alternate.
 */
function checkHost({ rawHeaders, httpVersion }: IncomingMessage) {
  const hosts = rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === "host")
  if (hosts.length === 0 && httpVersion === "1.0") return ""
  const [host = ""] = hosts
  if (hosts.length !== 1 || !hostPattern.test(host))
    throw new Problem("parameter_invalid", "The request must have exactly one Host header with a valid host name.")
  return host
}

/** Paths of endpoints, which check the method themselves. All other paths belong to pages. */
const endpointPath = /^\/(mcp$|(api|oauth|\.well-known)\/)/

/**
 * Rejects methods other than GET and HEAD on pages, and paths that are not valid text. Next responds with 500 to a path
 * that it cannot decode, and Postgres cannot store NUL.
 */
export function checkPage({ method = "", url = "" }: IncomingMessage) {
  const [path = ""] = url.split("?", 1)
  if (!endpointPath.test(path) && method !== "GET" && method !== "HEAD")
    throw new Problem("method_not_allowed", "Pages are read-only. Use GET or HEAD.", {
      headers: { Allow: "GET, HEAD" },
    })
  if (!isValidText(path))
    throw new Problem("parameter_invalid", "The URL contains an escape sequence (%) that is not valid UTF-8.")
}

function isValidText(path: string) {
  try {
    return !decodeURIComponent(path).includes("\0")
  } catch {
    return false
  }
}

/** True when the URL contains text in the form of a key. Does not use the database, so it can run for each request. */
export const hasKeyInUrl = (url: string) => hasKey(decodeAscii(url))

/**
 * When the URL contains a key: revokes the key as leaked, because URLs end up in logs and histories, and throws
 * `key_in_url`.
 */
export async function revokeKeyInUrl(url: string, origin: RequestOrigin) {
  if (!hasKeyInUrl(url)) return
  const isLeaked = await reportLeak(decodeAscii(url), origin)
  throw new Problem(
    "key_in_url",
    `Send API keys in the Authorization header, never in a URL.${isLeaked ? " The key is revoked now, because URLs end up in logs." : ""}`,
  )
}

/** Decodes the escapes of printable ASCII characters. Keys contain no others, and invalid escapes cause no error. */
const decodeAscii = (text: string) =>
  text.includes("%")
    ? text.replace(/%([2-7][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
