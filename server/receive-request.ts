/**
 * Receives a request: rejects methods, targets and Host headers that the product does not support, keys in URLs, and
 * bodies that are too large. A body is complete before anything reads it.
 */
import "server-only"
import type { IncomingMessage } from "node:http"
import type { RequestOrigin } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { hasKey } from "@/domain/kernel/key-format"
import { rateLimitKeyOf } from "@/domain/kernel/network"
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

const megabyte = 1_048_576
/**
 * Limit of every path except that of Inngest. The largest bodies of our own pages, long lists of prompts, have about
 * 100 kB.
 */
export const maxBodyBytes = megabyte
/**
 * An Inngest server sends a function's state (at most 4 MB) and its event with each call. Larger states are fetched by
 * the SDK.
 */
const inngestPath = "/api/inngest"
const maxInngestBodyBytes = 8 * megabyte

/** Memory limit for all unfinished bodies from one network. */
export const maxWaitingBytes = 16 * megabyte

/** Bytes of unfinished bodies, by network. */
const unfinishedBytesByNetwork = new Map<string, number>()

/** Reads headers as those of a fetch Request are read. `name` is in lower case. */
export const headersOf = ({ headers }: IncomingMessage): Pick<Headers, "get"> => ({
  get(name) {
    const value = headers[name]
    return Array.isArray(value) ? value.join(", ") : (value ?? null)
  },
})

type Outcomes = { receive(): void; refuse(problem: Problem): void }

/** Calls `receive` once the complete body is buffered in `request`, or `refuse` as soon as it is too large. */
export function receiveBody(request: IncomingMessage, address: string, { receive, refuse }: Outcomes) {
  if (!hasBody(request)) return receive()
  if (isDeclaredTooLarge(request)) return refuse(tooLarge(request))
  const network = rateLimitKeyOf(address)
  let receivedBytes = 0
  let hasEnded = false
  /** The body is complete, rejected, or will never be complete. Its bytes no longer count for the network. */
  const end = () => {
    if (hasEnded) return
    hasEnded = true
    countUnfinished(network, -receivedBytes)
  }
  request.once("close", end)
  // Node's parser calls `push` with each part of the body, and with null at the end. The return value says whether it
  // should continue.
  const pushToStream = request.push.bind(request)
  request.push = (part: Buffer | null) => {
    if (hasEnded) return true // drop the rest of a rejected body
    if (part === null) {
      end()
      pushToStream(null)
      process.nextTick(receive) // leave the parser's call stack first
      return true
    }
    receivedBytes += part.length
    const isNetworkFull = countUnfinished(network, part.length) > maxWaitingBytes
    if (receivedBytes <= maxBytes(request) && !isNetworkFull) {
      pushToStream(part)
      return true
    }
    end()
    while (request.read() !== null); // frees the buffered parts
    refuse(isNetworkFull ? networkFull() : tooLarge(request))
    return true
  }
}

/** True when the Content-Length header alone shows that the body is too large. */
export const isDeclaredTooLarge = (request: IncomingMessage) =>
  Number(request.headers["content-length"] ?? 0) > maxBytes(request)

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

const maxBytes = ({ url = "" }: IncomingMessage) =>
  url === inngestPath || url.startsWith(`${inngestPath}?`) ? maxInngestBodyBytes : maxBodyBytes

/** Adds to the bytes of unfinished bodies from a network. Returns their new number. */
function countUnfinished(network: string, bytes: number) {
  const total = (unfinishedBytesByNetwork.get(network) ?? 0) + bytes
  if (total > 0) unfinishedBytesByNetwork.set(network, total)
  else unfinishedBytesByNetwork.delete(network)
  return total
}

const tooLarge = (request: IncomingMessage) =>
  new Problem(
    "body_too_large",
    `The body of a request can have at most ${maxBytes(request).toLocaleString("en")} bytes.`,
  )

const networkFull = () =>
  new Problem("concurrency_limited", "Your network has too many unfinished requests. Wait until they finish.", {
    headers: { "Retry-After": "5" },
  })
