/**
 * Buffers the body of a request in memory before the request is handled, and rejects bodies that are too large. A slow
 * client therefore occupies no database connection and no slot of a limit.
 */
import "server-only"
import type { IncomingMessage } from "node:http"
import { Problem } from "@/domain/kernel/errors"
import { rateLimitKeyOf } from "@/domain/kernel/network"

const megabyte = 1_048_576
/**
 * The limit for all paths except that of Inngest. The largest bodies that our pages send are long lists of prompts,
 * with about 100 kB.
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

type Outcomes = { receive(): void; refuse(problem: Problem): void }

/** Calls `receive` once the complete body is buffered in `request`, or `refuse` as soon as it is too large. */
export function receiveBody(request: IncomingMessage, address: string, { receive, refuse }: Outcomes) {
  if (!hasBody(request)) return receive()
  if (isDeclaredTooLarge(request)) return refuse(tooLarge(request))
  const network = rateLimitKeyOf(address)
  let receivedBytes = 0
  let hasEnded = false
  /** Called when the body is complete or rejected, or the connection is closed. Its bytes then no longer count. */
  const end = () => {
    if (hasEnded) return
    hasEnded = true
    countUnfinished(network, -receivedBytes)
  }
  request.once("close", end)
  // Node's parser calls `push` with each part of the body, and with null at the end. It continues if `push` returns
  // true. Reading the body here instead would consume it. The handlers read it later, from the buffer of `request`.
  const pushToStream = request.push.bind(request)
  request.push = (part: Buffer | null) => {
    if (hasEnded) return true // drop the rest of a rejected body
    if (part === null) {
      end()
      pushToStream(null)
      process.nextTick(receive) // after the parser has returned
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
