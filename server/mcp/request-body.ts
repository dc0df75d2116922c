/** Reads the JSON-RPC message of an MCP request. */
import "server-only"
import { CLIENT_INFO_META_KEY, TRACEPARENT_META_KEY } from "@modelcontextprotocol/server"
import { parseJson } from "@/domain/kernel/text"
import { errorResponse, type McpRequest } from "./http"

export const maxMcpBodyBytes = 262_144
/** Far more than any tool needs. Recursive code would overflow the stack at a few thousand levels. */
const maxDepth = 64
/**
 * Limits items of lists and members of objects, at any depth, because validating each takes time and memory. The
 * largest call has about 12,500: `add_prompts` with 500 prompts of 4 fields and 20 tags.
 */
export const maxValues = 15_000

type Message = { id?: unknown; method?: unknown; params?: Record<string, unknown> }
export type Body = { parsed: Message }

/**
 * Parses the body. Returns a response that refuses a body that is too large, is not JSON, is a batch, is nested too
 * deeply, or has too many values. Adds empty `arguments` to a call of a tool that has none.
 */
export function readBody({ text }: Pick<McpRequest, "text">): Body | Response {
  if (Buffer.byteLength(text) > maxMcpBodyBytes)
    return errorResponse(413, "invalidRequest", `The body has more than ${maxMcpBodyBytes.toLocaleString("en")} bytes.`)
  const parsed = parseJson(text)
  if (parsed === undefined) return errorResponse(400, "parseError", "The body is not valid JSON.")
  if (Array.isArray(parsed))
    return errorResponse(400, "invalidRequest", "Batches are not supported. Send one message per request.")
  if (typeof parsed !== "object" || parsed === null)
    return errorResponse(400, "invalidRequest", "The body is not a JSON-RPC message.")
  const message = parsed as Message
  const { method, params } = message
  const refuse = (reason: string) => errorResponse(400, "invalidRequest", reason, { id: idOf(message) })
  if (isDeeperThan(maxDepth, parsed)) return refuse(`The body has more than ${maxDepth} nested levels.`)
  if (countValues(parsed) > maxValues)
    return refuse(`The body has more than ${maxValues.toLocaleString("en")} values. Send fewer per request.`)
  // For a tool without arguments, clients send null or nothing.
  if (method === "tools/call" && typeof params === "object" && params !== null) params["arguments"] ??= {}
  return { parsed: message }
}

/** Null for a notification, and for an ID of another type. */
const idOf = ({ id }: Message) => (typeof id === "string" || Number.isInteger(id) ? (id as string | number) : null)

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member)))

/** Recursive, so check the depth with `isDeeperThan` first. */
const countValues = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? Object.values(value).reduce<number>((count, member) => count + 1 + countValues(member), 0)
    : 0

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
 * The ID of the trace that the client continues here (W3C Trace Context): from `traceparent` in `_meta`, or in the
 * header. Null if it is missing or malformed.
 */
export function traceIdOf({ parsed: { params } }: Body, headers: Pick<Headers, "get">): string | null {
  const meta = params?.["_meta"] as Record<string, unknown> | undefined
  const [, traceId = null] =
    traceParentPattern.exec(String(meta?.[TRACEPARENT_META_KEY] ?? headers.get("traceparent"))) ?? []
  return traceId
}

/** Version, trace ID, parent ID and flags. IDs that consist of zeros and the version ff are invalid. */
const traceParentPattern = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-.*)?$/
