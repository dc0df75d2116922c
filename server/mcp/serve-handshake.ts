/**
 * Serves a message of the revisions that start with a handshake (2025-11-25 and earlier). Each message gets a server
 * of its own, in memory, and the response is JSON, or an event stream if the server sends several messages. The SDK's
 * HTTP transport for these revisions would open an event stream for each response.
 */
import "server-only"
import {
  InMemoryTransport,
  isInitializeRequest,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server"
import type { McpCall } from "./call"
import { buildServer } from "./factory"
import { type McpReply, refuse } from "./http"

export async function serveHandshake(message: unknown, call: McpCall): Promise<Response | McpReply> {
  const { protocolVersion: version } = call
  if (version !== null && !isInitializeRequest(message) && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
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
async function answer(message: JSONRPCMessage, call: McpCall): Promise<JSONRPCMessage[]> {
  const [client, transport] = InMemoryTransport.createLinkedPair()
  const sent: JSONRPCMessage[] = []
  const responded = new Promise<void>((resolve) => {
    client.onmessage = (part) => {
      sent.push(part)
      if (isJSONRPCResponse(part)) resolve()
    }
  })
  await buildServer(call).connect(transport)
  await client.send(message)
  await responded
  return sent
}
