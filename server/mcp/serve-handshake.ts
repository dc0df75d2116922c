/**
 * Serves a message of the revisions that start with a handshake (2025-11-25 and earlier). Each message is passed to a
 * new server in memory. The response is JSON, or an event stream if the server sends several messages. The SDK's HTTP
 * transport for these revisions is not used, because it opens an event stream for each response.
 */
import "server-only"
import {
  isInitializeRequest,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  ProtocolErrorCode,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
} from "@modelcontextprotocol/server"
import { z } from "zod"
import { buildServer } from "./build-server"
import type { McpCall } from "./call"
import { errorResponse, type McpReply } from "./http"

export async function serveHandshake(message: unknown, call: McpCall): Promise<Response | McpReply> {
  const { protocolVersion: version } = call
  if (version !== null && !SUPPORTED_PROTOCOL_VERSIONS.includes(version) && !isInitializeRequest(message)) {
    const supported = SUPPORTED_PROTOCOL_VERSIONS.join(", ")
    return errorResponse(
      400,
      "serverError",
      `Unsupported protocol version: ${version} (supported versions: ${supported})`,
      { id: isJSONRPCRequest(message) ? message.id : null },
    )
  }
  // There are no sessions, so notifications and responses of the client are ignored.
  if (!isJSONRPCRequest(message)) return { status: 202, headers: {}, body: "" }
  const messages = (await handle(message, call)).map((sent) => JSON.stringify(sent))
  const [response = ""] = messages
  if (messages.length === 1) return { status: 200, headers: { "content-type": "application/json" }, body: response }
  const events = messages.map((json) => `event: message\ndata: ${json}\n\n`)
  return { status: 200, headers: { "content-type": "text/event-stream" }, body: events.join("") }
}

/** Returns all messages that the server sends: notifications, if any, then the response. */
async function handle(message: JSONRPCRequest, call: McpCall): Promise<JSONRPCMessage[]> {
  const transport = new SingleRequestTransport()
  await buildServer(call).connect(transport)
  return transport.request(message)
}

/**
 * In the revisions with a handshake, a resource that does not exist is error -32002. The SDK sends the code of the
 * revision 2026-07-28 to all clients.
 */
function withEarlierCode(message: JSONRPCMessage): JSONRPCMessage {
  if (!("error" in message)) return message
  const { code, data } = message.error
  const isMissingResource =
    code === ProtocolErrorCode.InvalidParams && z.object({ uri: z.string() }).safeParse(data).success
  return isMissingResource
    ? { ...message, error: { ...message.error, code: ProtocolErrorCode.ResourceNotFound } }
    : message
}

/** An in-memory transport for one request. Collects the messages that the server sends until the response. */
class SingleRequestTransport implements Transport {
  onmessage?: Transport["onmessage"]
  readonly #sent: JSONRPCMessage[] = []
  readonly #responded = Promise.withResolvers<JSONRPCMessage[]>()

  request(message: JSONRPCRequest): Promise<JSONRPCMessage[]> {
    this.onmessage?.(message)
    return this.#responded.promise
  }

  async start() {}
  async close() {}

  async send(message: JSONRPCMessage) {
    this.#sent.push(withEarlierCode(message))
    if (!("method" in message)) this.#responded.resolve(this.#sent)
  }
}
