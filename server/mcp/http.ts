/** Types of requests to the MCP endpoint and of its responses, and the response to a request that is refused. */
import "server-only"

/** The parts of a request that MCP needs. `text` is the complete body. */
export type McpRequest = { method: string; headers: Pick<Headers, "get">; text: string; signal: AbortSignal }

/** A response before it is sent, with lower-case names of headers. */
export type McpReply = { status: number; headers: Record<string, string>; body: string | ReadableStream<Uint8Array> }

/** Converts a Response. Only event streams stay streams. */
export async function toReply(response: Response | McpReply): Promise<McpReply> {
  if (!(response instanceof Response)) return response
  const { status, body } = response
  const headers = Object.fromEntries(response.headers)
  const isStream = headers["content-type"]?.startsWith("text/event-stream")
  return { status, headers, body: isStream && body ? body : await response.text() }
}

/** Error codes of JSON-RPC. -32000 is the first of the codes that a server may define. */
const jsonRpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  internalError: -32_603,
  serverError: -32_000,
} as const

type ErrorOptions = {
  headers?: Record<string, string>
  /** The ID of the refused request. Default: null, for a request whose body was not read. */
  id?: string | number | null
}

/** The response to a request that is refused before a handler runs. */
export const errorResponse = (
  status: number,
  code: keyof typeof jsonRpcCodes,
  message: string,
  { headers = {}, id = null }: ErrorOptions = {},
) => Response.json({ jsonrpc: "2.0", error: { code: jsonRpcCodes[code], message }, id }, { status, headers })
