/** Serves MCP from node:http, in front of Next. The front server has received and checked the request. */
import "server-only"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { mcp, mcpPath } from "."

export const isMcp = ({ url = "" }: IncomingMessage) => url === mcpPath || url.startsWith(`${mcpPath}?`)

export const mcpListener: RequestListener = (incoming, outgoing) => {
  respond(incoming, outgoing).catch(() => outgoing.destroy()) // not even an error response could be sent
}

async function respond(incoming: IncomingMessage, outgoing: ServerResponse) {
  const closed = new AbortController()
  outgoing.once("close", () => closed.abort())
  const { status, headers, body } = await mcp(requestOf(incoming, closed.signal))
  outgoing.writeHead(status, [...headers].flat())
  if (body) await pipeline(Readable.fromWeb(body as never), outgoing)
  else outgoing.end()
}

function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = "GET", url = mcpPath, headers: given } = incoming
  const headers = new Headers()
  for (const [name, value] of Object.entries(given))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value)
  const hasBody = method !== "GET" && method !== "HEAD"
  // The host is a placeholder: the Host header is checked against the address of the installation.
  return new Request(`http://localhost${url}`, {
    method,
    headers,
    signal,
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" }),
  })
}
