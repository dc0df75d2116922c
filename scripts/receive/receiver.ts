/**
 * Creates a node:http server that receives webhooks. It responds with 401 to a bad signature, and otherwise with a
 * fixed status.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import type { Verification, Verifier } from "./verifier"

export type Received = {
  verification: Verification
  headers: Record<string, string>
  body: string
  /** True when an event with this webhook-id was accepted before. */
  isRepeated: boolean
  status: number
}

export function createReceiver(options: {
  verifier: Verifier
  status: number
  delayMs: number
  onEvent(received: Received): void
}) {
  const acceptedIds = new Set<string>()
  return createServer(async (request, response) => {
    if (request.method !== "POST") return respond(response, 405, "Send webhooks with POST.\n", { Allow: "POST" })
    const body = await readBody(request).catch(() => null)
    if (body === null) return respond(response, 413, "The body is larger than 1 MiB.\n", { Connection: "close" })
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const verification = options.verifier.verify(body, headers)
    const status = verification.state === "refused" ? 401 : options.status
    const id = headers["webhook-id"] ?? ""
    options.onEvent({ verification, headers, body, isRepeated: acceptedIds.has(id), status })
    // An event that gets an error response was not accepted, so its retry is not a repetition.
    if (id && status < 300) acceptedIds.add(id)
    if (options.delayMs > 0) await sleep(options.delayMs)
    respond(response, status)
  })
}

const maxBytes = 1024 * 1024

async function readBody(request: IncomingMessage) {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error("too large")
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

function respond(response: ServerResponse, status: number, text?: string, headers: Record<string, string> = {}) {
  response.writeHead(status, headers).end(text)
}
