/**
 * Serves a message of the revisions that start with a handshake (2025-11-25 and earlier). Each message gets a server
 * of its own, in memory, and the response is JSON, or an event stream if the server sends several messages. The SDK's
 * HTTP transport for these revisions would open an event stream for each response.
 */
import "server-only"
import {
  isInitializeRequest,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
} from "@modelcontextprotocol/server"
import { buildServer } from "./build-server"
import type { McpCall } from "./call"
import { type McpReply, refuse } from "./http"

export async function serveHandshake(message: unknown, call: McpCall): Promise<Response | McpReply> {
  const { protocolVersion: version } = call
  if (version !== null && !SUPPORTED_PROTOCOL_VERSIONS.includes(version) && !isInitializeRequest(message)) {
    const supported = SUPPORTED_PROTOCOL_VERSIONS.join(", ")
    return refuse(400, -32_000, `Unsupported protocol version: ${version} (supported versions: ${supported})`)
  }
  // There are no sessions, so notifications and responses of the client are ignored.
  if (!isJSONRPCRequest(message)) return { status: 202, headers: {}, body: "" }
  const parts = (await answer(message, call)).map((part) => JSON.stringify(part))
  if (parts.length === 1) return { status: 200, headers: { "content-type": "application/json" }, body: parts.join() }
  const events = parts.map((part) => `event: message\ndata: ${part}\n\n`)
  return { status: 200, headers: { "content-type": "text/event-stream" }, body: events.join("") }
}

/** Everything that the server sends: notifications, if any, and at last the response. */
async function answer(message: JSONRPCRequest, call: McpCall): Promise<JSONRPCMessage[]> {
  const exchange = new Exchange()
  await buildServer(call).connect(exchange)
  return exchange.respond(message)
}

/** A transport for one request. It collects what the server sends until the response. */
class Exchange implements Transport {
  onmessage?: Transport["onmessage"]
  readonly #sent: JSONRPCMessage[] = []
  readonly #responded = Promise.withResolvers<JSONRPCMessage[]>()

  respond(message: JSONRPCRequest): Promise<JSONRPCMessage[]> {
    this.onmessage?.(message)
    return this.#responded.promise
  }

  async start() {}
  async close() {}

  async send(message: JSONRPCMessage) {
    this.#sent.push(message)
    if (!("method" in message)) this.#responded.resolve(this.#sent)
  }
}
