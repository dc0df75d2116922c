/** Serves MCP from node:http, without Next. The front server has already checked the request and buffered its body. */
import "server-only"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { headersOf } from "../request-headers"
import { handleMcp, mcpPath } from "."

export const isMcp = ({ url = "" }: IncomingMessage) => url === mcpPath || url.startsWith(`${mcpPath}?`)

export const mcpListener: RequestListener = (incoming, outgoing) => {
  respond(incoming, outgoing).catch(() => outgoing.destroy()) // not even an error response could be sent
}

async function respond(incoming: IncomingMessage, outgoing: ServerResponse) {
  const disconnected = new AbortController()
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) disconnected.abort()
  })
  const { method = "GET" } = incoming
  const text = String(incoming.read() ?? "") // the front server has buffered the complete body
  const { status, headers, body } = await handleMcp({
    method,
    headers: headersOf(incoming),
    text,
    signal: disconnected.signal,
  })
  if (typeof body === "string") {
    outgoing.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body)
  } else {
    outgoing.writeHead(status, headers)
    await pipeline(Readable.fromWeb(body as never), outgoing)
  }
}
