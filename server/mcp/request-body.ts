/** Reads the JSON-RPC message of an MCP request. */
import "server-only"
import { CLIENT_INFO_META_KEY, TRACEPARENT_META_KEY } from "@modelcontextprotocol/server"

export const maxMcpBodyBytes = 262_144

type Message = { id?: unknown; method?: unknown; params?: Record<string, unknown> }
export type Body = { text: string; parsed: Message }

/** Returns a response for a body that is too large, that is not JSON, or that is a batch. */
export async function readBody(request: Request): Promise<Body | Response> {
  const text = await limitedText(request)
  if (text === undefined)
    return refuse(413, -32_600, `The body has more than ${maxMcpBodyBytes.toLocaleString("en")} bytes.`)
  const parsed = parse(text)
  if (parsed === undefined) return refuse(400, -32_700, "The body is not valid JSON.")
  if (Array.isArray(parsed)) return refuse(400, -32_600, "Batches are not supported. Send one message per request.")
  if (typeof parsed !== "object" || parsed === null) return refuse(400, -32_600, "The body is not a JSON-RPC message.")
  return { text, parsed: parsed as Message }
}

async function limitedText(request: Request): Promise<string | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > maxMcpBodyBytes) return undefined
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > maxMcpBodyBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const refuse = (status: number, code: number, message: string) =>
  Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status })

/** Name and version of the client, as it states them: in `_meta` (2026-07-28) or in `initialize`. */
export function clientInfoOf({ parsed: { params } }: Body): string | null {
  const meta = params?.["_meta"] as Record<string, unknown> | undefined
  const info = (meta?.[CLIENT_INFO_META_KEY] ?? params?.["clientInfo"]) as
    | { name?: unknown; version?: unknown }
    | undefined
  if (typeof info?.name !== "string") return null
  return typeof info.version === "string" ? `${info.name} ${info.version}` : info.name
}

/**
 * The ID of the trace that the client continues here (W3C Trace Context): from `traceparent` in `_meta`, or in the header. Null if it is
 * missing or malformed.
 */
export function traceIdOf({ parsed: { params } }: Body, headers: Pick<Headers, "get">): string | null {
  const meta = params?.["_meta"] as Record<string, unknown> | undefined
  const [, traceId = null] = traceParent.exec(String(meta?.[TRACEPARENT_META_KEY] ?? headers.get("traceparent"))) ?? []
  return traceId
}

/** Version, trace ID, parent ID and flags. IDs of only zeros and the version ff are invalid. */
const traceParent = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-.*)?$/
