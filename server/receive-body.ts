/** Receives the whole body of a request before anything reads it, and refuses one that is too large. */
import "server-only"
import type { IncomingMessage } from "node:http"
import { Problem } from "@/domain/errors"
import { networkKey } from "@/domain/usage/network-key"

const megabyte = 1_048_576
/** Every path takes this much. The largest bodies of our own pages, long lists of prompts, have some 100 kB. */
export const maxBodyBytes = megabyte
/**
 * An Inngest server sends the state of a function (4 MB at most) and the event that started it with each call. What is larger
 * it lets us fetch.
 */
const inngestPath = "/api/inngest"
const maxInngestBodyBytes = 8 * megabyte

/** What all unfinished bodies from one network may occupy in memory. */
export const maxWaitingBytes = 16 * megabyte

/** Bytes of unfinished bodies by network. */
const waiting = new Map<string, number>()

type Outcomes = { receive(): void; refuse(problem: Problem): void }

/** Calls `receive` once the body is complete and waits in `request`, or `refuse` as soon as it is too large. */
export function receiveBody(request: IncomingMessage, address: string, { receive, refuse }: Outcomes) {
  if (!hasBody(request)) return receive()
  if (isDeclaredTooLarge(request)) return refuse(tooLarge(request))
  const network = networkKey(address)
  let received = 0
  let isOver = false
  const stopWaiting = () => {
    if (isOver) return
    isOver = true
    addWaiting(network, -received)
  }
  request.once("close", stopWaiting)
  // Node's parser hands every part of the body to `push`, and null at its end. Its result says whether the parser goes on.
  const keep = request.push.bind(request)
  request.push = (part: Buffer | null) => {
    if (isOver) return true // the rest of a refused body is dropped
    if (part === null) {
      stopWaiting()
      keep(null)
      process.nextTick(receive) // outside the parser, which called us
      return true
    }
    received += part.length
    const isNetworkFull = addWaiting(network, part.length) > maxWaitingBytes
    if (received <= maxBytes(request) && !isNetworkFull) {
      keep(part)
      return true
    }
    stopWaiting()
    while (request.read() !== null); // frees what was received
    refuse(isNetworkFull ? networkFull() : tooLarge(request))
    return true
  }
}

/** True when the headers alone say that the body is too large. */
export const isDeclaredTooLarge = (request: IncomingMessage) =>
  Number(request.headers["content-length"] ?? 0) > maxBytes(request)

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

const maxBytes = ({ url = "" }: IncomingMessage) =>
  url === inngestPath || url.startsWith(`${inngestPath}?`) ? maxInngestBodyBytes : maxBodyBytes

function addWaiting(network: string, bytes: number) {
  const now = (waiting.get(network) ?? 0) + bytes
  if (now > 0) waiting.set(network, now)
  else waiting.delete(network)
  return now
}

const tooLarge = (request: IncomingMessage) =>
  new Problem("body_too_large", `The body of a request may have ${maxBytes(request).toLocaleString("en")} bytes.`)

const networkFull = () =>
  new Problem("concurrency_limited", "Too many unfinished requests come from your network. Finish them first.", {
    headers: { "Retry-After": "5" },
  })
