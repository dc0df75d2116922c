/** Defines what MCP needs of an HTTP request, and its responses. */
import "server-only"

/** The parts of a request that MCP needs. `text` is the complete body. */
export type McpRequest = { method: string; headers: Pick<Headers, "get">; text: string; signal: AbortSignal }

/** A response before it is sent, with lower-case names of headers. */
export type McpReply = { status: number; headers: Record<string, string>; body: string | ReadableStream<Uint8Array> }

/** Converts a Response. Only event streams stay streams. */
export async function replyOf(response: Response | McpReply): Promise<McpReply> {
  if (!(response instanceof Response)) return response
  const { status, body } = response
  const headers = Object.fromEntries(response.headers)
  const isStream = headers["content-type"]?.startsWith("text/event-stream")
  return { status, headers, body: isStream && body ? body : await response.text() }
}

/** An error that concerns the HTTP request and no single message, so its `id` is null. `code`: that of JSON-RPC. */
export const refuse = (status: number, code: number, message: string, headers: Record<string, string> = {}) =>
  Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status, headers })
