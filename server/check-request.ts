/** Rejects requests whose method, target or Host header the product does not support. */
import "server-only"
import type { IncomingMessage } from "node:http"
import { Problem } from "@/domain/kernel/errors"

/** Methods that at least one path supports. TRACE is missing because it would echo the caller's cookies and keys. */
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
/** The Allow header of `OPTIONS *`, which asks about the server as a whole. */
export const allowedMethods = "GET, HEAD, POST, PUT, OPTIONS"

/** A host name or address, with an optional port. */
const hostField = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i

/** Throws a Problem for a bad request line. Shortens an absolute target (`GET http://host/path`) to its path. */
export function checkRequestLine(request: IncomingMessage) {
  const { method = "", url = "" } = request
  if (!methods.includes(method)) throw notAllowed(method)
  const host = checkHost(request)
  if (url.startsWith("/") || (url === "*" && method === "OPTIONS")) return
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new Problem("parameter_invalid", "The request target must be a path that starts with a slash.")
  const [, authority = "", path] = /^https?:\/\/([^/?#]*)([^#]*)/i.exec(url) ?? []
  if (authority.toLowerCase() !== host.toLowerCase())
    throw new Problem("parameter_invalid", "The request target names a different host than the Host header.")
  request.url = path?.startsWith("/") ? path : `/${path}`
}

export const notAllowed = (method: string) =>
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

/**
 * Rejects methods other than GET and HEAD on pages, and paths that are not valid text. Next responds with 500 to a path
 * that it cannot decode, and Postgres cannot store NUL.
 */
export function checkPage({ method = "", url = "" }: IncomingMessage) {
  const [path = ""] = url.split("?", 1)
  if (!path.startsWith("/api/") && method !== "GET" && method !== "HEAD")
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
