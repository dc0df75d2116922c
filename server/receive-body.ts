/** Receives the whole body of a request before anything reads it, and rejects bodies that are too large. */
import "server-only"
import type { IncomingMessage } from "node:http"
import { Problem } from "@/domain/kernel/errors"
import { rateLimitKeyOf } from "@/domain/kernel/network"

const megabyte = 1_048_576
/** Limit of every path. The largest bodies of our own pages, long lists of prompts, have about 100 kB. */
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
const waiting = new Map<string, number>()

type Outcomes = { receive(): void; refuse(problem: Problem): void }

/** Calls `receive` once the complete body is buffered in `request`, or `refuse` as soon as it is too large. */
export function receiveBody(request: IncomingMessage, address: string, { receive, refuse }: Outcomes) {
  if (!hasBody(request)) return receive()
  if (isDeclaredTooLarge(request)) return refuse(tooLarge(request))
  const network = rateLimitKeyOf(address)
  let received = 0
  let isOver = false
  const stopWaiting = () => {
    if (isOver) return
    isOver = true
    addWaiting(network, -received)
  }
  request.once("close", stopWaiting)
  // Node's parser calls `push` with each part of the body, and with null at the end. The return value says whether it
  // should continue.
  const keep = request.push.bind(request)
  request.push = (part: Buffer | null) => {
    if (isOver) return true // drop the rest of a rejected body
    if (part === null) {
      stopWaiting()
      keep(null)
      process.nextTick(receive) // leave the parser's call stack first
      return true
    }
    received += part.length
    const isNetworkFull = addWaiting(network, part.length) > maxWaitingBytes
    if (received <= maxBytes(request) && !isNetworkFull) {
      keep(part)
      return true
    }
    stopWaiting()
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

function addWaiting(network: string, bytes: number) {
  const total = (waiting.get(network) ?? 0) + bytes
  if (total > 0) waiting.set(network, total)
  else waiting.delete(network)
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
