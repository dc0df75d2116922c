/**
 * Serves a `tools/call` of the revision 2026-07-28. The SDK's own handler wraps each result in a Response, which costs
 * a quarter of a call. Here, the result is serialized directly. Errors and event streams are sent as the SDK sends them.
 */
import "server-only"
import {
  type InboundModernRoute,
  type JSONRPCMessage,
  PerRequestHTTPServerTransport,
  type TransportSendOptions,
} from "@modelcontextprotocol/server"
import { buildServer } from "./build-server"
import type { McpCall } from "./call"
import type { McpReply, McpRequest } from "./http"

const revision = "2026-07-28"

/**
 * True for a `tools/call` whose headers match its body, letter for letter. All other messages are left to the SDK,
 * which decodes headers and responds to those that do not match.
 */
export const isToolCall = (
  { messageKind, message, classification }: InboundModernRoute,
  headers: McpRequest["headers"],
): boolean =>
  messageKind === "request" &&
  message.method === "tools/call" &&
  classification.revision === revision &&
  headers.get("mcp-protocol-version") === revision &&
  headers.get("mcp-method") === message.method &&
  headers.get("mcp-name") === message.params?.["name"] &&
  !headers.get("mcp-name")?.startsWith("=?")

export async function serveToolCall(
  { message, classification }: InboundModernRoute,
  call: McpCall,
): Promise<Response | McpReply> {
  const transport = new ToolCallTransport({ classification })
  await buildServer(call, { supportedProtocolVersions: [revision] }).connect(transport)
  return Promise.race([transport.result, transport.handleMessage(message)])
}

/** A transport for one call. `result` resolves with the result. `handleMessage` resolves with all other responses. */
class ToolCallTransport extends PerRequestHTTPServerTransport {
  readonly #result = Promise.withResolvers<McpReply>()
  readonly result = this.#result.promise
  #isStream = false

  override async send(message: JSONRPCMessage, options?: TransportSendOptions) {
    // After a notification, the result is the last event of a stream.
    if ("method" in message) this.#isStream = true
    if (this.#isStream || !("result" in message)) return super.send(message, options)
    const body = JSON.stringify(message)
    this.#result.resolve({ status: 200, headers: { "content-type": "application/json" }, body })
  }
}
