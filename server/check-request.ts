/**
 * Checks the request line of every request: rejects methods, targets and Host headers that the product does not
 * support, and keys in URLs.
 */
import "server-only"
import type { IncomingMessage } from "node:http"
import type { RequestOrigin } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { hasKey } from "@/domain/kernel/redact-keys"
import { reportLeak } from "@/domain/keys/report-leak"

/**
 * Methods that are passed to the routes. Each route refuses those that it does not support. TRACE would echo the
 * caller's cookies and keys.
 */
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
/** The Allow header of `OPTIONS *`, which asks about the server as a whole. */
export const allowedMethods = "GET, HEAD, POST, PUT, OPTIONS"

/** A host name or address, with an optional port. */
const hostField = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i

/** Throws a Problem for a bad request line. Shortens an absolute target (`GET http://host/path`) to its path. */
export function checkRequestLine(request: IncomingMessage) {
  const { method = "", url = "" } = request
  if (!methods.includes(method)) throw methodNotAllowed(method)
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

/** Requires exactly one Host header, as HTTP/1.1 does. HTTP/1.0, which simple health checks still use, may omit it. */
function checkHost({ rawHeaders, httpVersion }: IncomingMessage) {
  const hosts = rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === "host")
  if (hosts.length === 0 && httpVersion === "1.0") return ""
  const [host = ""] = hosts
  if (hosts.length !== 1 || !hostField.test(host))
    throw new Problem("parameter_invalid", "The request must have exactly one Host header with a valid host name.")
  return host
}

/** Paths that are not pages, and check the method themselves. */
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
  if (!isText(path))
    throw new Problem("parameter_invalid", "The URL contains an escape sequence (%) that is not valid UTF-8.")
}

function isText(path: string) {
  try {
    return !decodeURIComponent(path).includes("\0")
  } catch {
    return false
  }
}

/** True when the URL contains something in the form of a key. Needs no database, so it can run for each request. */
export const hasKeyInUrl = (url: string) => hasKey(decodePath(url))

/**
 * When the URL contains a key: revokes the key as leaked, because URLs end up in logs and histories, and throws
 * `key_in_url`.
 */
export async function revokeKeyInUrl(url: string, origin: RequestOrigin) {
  if (!hasKeyInUrl(url)) return
  const isLeaked = await reportLeak(decodePath(url), origin)
  throw new Problem(
    "key_in_url",
    `Send API keys in the Authorization header, never in a URL.${isLeaked ? " The key is revoked now, because URLs end up in logs." : ""}`,
  )
}

/** Decodes only escapes of plain characters, because a key has no others. */
const decodePath = (text: string) =>
  text.includes("%")
    ? text.replace(/%([2-7][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
