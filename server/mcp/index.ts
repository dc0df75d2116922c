/**
 * Handles a request to /mcp: checks host, origin, method and size, authenticates, asks for a missing scope, and passes
 * the message to the SDK. The SDK calls the handlers of handlers.ts. For `tools/call`, call-tool.ts runs the tool's
 * operation, and domain/kernel/authorize.ts checks whether the connection may make changes. There are no sessions, and
 * cookies are neither read nor set.
 */
import "server-only"
import {
  classifyInboundRequest,
  createMcpHandler,
  isJsonContentType,
  localhostAllowedHostnames,
  ProtocolErrorCode,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server"
import { baseUrl } from "@/domain/kernel/base-url"
import { asProblem } from "@/domain/kernel/errors"
import { newId } from "@/domain/kernel/ids"
import { log } from "@/domain/kernel/log"
import { logInternalError } from "../log-internal-error"
import { originOf } from "../origin"
import { chargeOtherRequest } from "./admit-call"
import { authenticateToken, scopeChallenge } from "./authenticate"
import { buildServer } from "./build-server"
import type { McpCall } from "./call"
import { errorResponse, type McpReply, type McpRequest, toReply } from "./http"
import { recordCall } from "./record-call"
import { type Body, clientInfoOf, readBody, traceIdOf } from "./request-body"
import { ResultPlaceholders } from "./result-placeholders"
import { serveHandshake } from "./serve-handshake"
import { isToolCall, serveToolCall } from "./serve-tool-call"

export const mcpPath = "/mcp"

/** Serves the revision 2026-07-28, except calls of tools. */
const handler = createMcpHandler(({ authInfo }) => buildServer(authInfo?.extra?.["call"] as McpCall), {
  legacy: "reject",
  onerror: (err) => log.debug({ err }, "an MCP request was rejected"),
})

/** MCP as a fetch handler, for Next and for tests. */
export async function mcpFetchHandler(request: Request): Promise<Response> {
  const { method, headers: requestHeaders, signal } = request
  const text = await request.text()
  const { status, headers, body } = await handleMcp({ method, headers: requestHeaders, text, signal })
  return new Response(body || null, { status, headers })
}

/** Handles any request to /mcp. Takes a minimal request type, so that the front server need not build a Request. */
export async function handleMcp(request: McpRequest): Promise<McpReply> {
  const refused = checkHosts(request.headers)
  const reply = await toReply(refused ?? (await respond(request).catch(failureResponse)))
  Object.assign(reply.headers, { "cache-control": "no-store" }, refused ? {} : crossOriginHeaders(request))
  return reply
}

async function respond(request: McpRequest): Promise<Response | McpReply> {
  const { method, headers } = request
  if (method === "OPTIONS") return { status: 204, headers: { allow: "POST, OPTIONS" }, body: "" }
  const accessToken = await authenticateToken(headers)
  if (accessToken instanceof Response) return accessToken
  if (method !== "POST")
    return errorResponse(405, "serverError", "Method not allowed. Use POST.", {
      headers: { Allow: "POST, OPTIONS" },
    })
  if (!isJsonContentType(headers.get("content-type")))
    return errorResponse(415, "serverError", "Unsupported Media Type: Content-Type must be application/json")
  const body = readBody(request)
  if (body instanceof Response) return body
  const ctx = { ...accessToken.caller, origin: originOf(headers), requestId: newId("request"), now: () => new Date() }
  const protocolVersion = headers.get("mcp-protocol-version")
  const clientInfo = clientInfoOf(body) ?? ctx.origin.userAgent
  const placeholders = new ResultPlaceholders()
  const call: McpCall = {
    ctx,
    accessToken,
    clientInfo,
    protocolVersion,
    traceId: traceIdOf(body, headers),
    placeholders,
    signal: request.signal,
  }
  const refused = (await refuseMalformedArguments(call, body)) ?? (await scopeChallenge(call, body))
  const reply = await toReply(refused ?? (await serve(request, body, call)))
  // Only tools of the conformance suite respond with event streams, and their results contain no placeholders.
  return typeof reply.body === "string" ? { ...reply, body: placeholders.replaceIn(reply.body) } : reply
}

/**
 * Rejects other hosts and origins, to prevent DNS rebinding. The Origin header may be missing, because only browsers
 * send it. Pages on the user's computer, such as the MCP Inspector, are allowed. They need a token like all other
 * clients.
 */
function checkHosts(headers: McpRequest["headers"]): Response | undefined {
  const { hostname } = new URL(baseUrl())
  const local = localhostAllowedHostnames()
  const hosts = local.includes(hostname) ? local : [hostname]
  const checked = [
    validateHostHeader(headers.get("host"), hosts),
    validateOriginHeader(headers.get("origin"), [hostname, ...local]),
  ]
  for (const check of checked) if (!check.ok) return errorResponse(403, "serverError", check.message)
  return undefined
}

/**
 * Refuses a call of a tool whose arguments are not an object, counts it and logs it. The SDK would refuse it earlier.
 */
async function refuseMalformedArguments(call: McpCall, { parsed }: Body): Promise<Response | undefined> {
  const { id, method, params } = parsed
  if (method !== "tools/call" || id === undefined || typeof params?.["name"] !== "string") return undefined
  const args = params["arguments"]
  if (typeof args === "object" && !Array.isArray(args)) return undefined
  const called = { method, name: params["name"], arguments: args, isWrite: false }
  return recordCall(call, called, async () => {
    const limit = await chargeOtherRequest(call.ctx).then(() => undefined, asProblem)
    const message = limit?.message ?? 'arguments is not an object. Send an object such as {"limit": 25}.'
    const error = { code: ProtocolErrorCode.InvalidParams, message }
    const result = Response.json({ jsonrpc: "2.0", id, error })
    return { result, code: limit?.code ?? "parameter_invalid", rows: 0, text: message }
  })
}

/** The SDK decides which revision of the protocol a message has. */
function serve({ headers }: McpRequest, { parsed }: Body, call: McpCall): Promise<Response | McpReply> {
  const { protocolVersion, accessToken } = call
  const route = classifyInboundRequest({
    httpMethod: "POST",
    body: parsed,
    ...(protocolVersion !== null && { protocolVersionHeader: protocolVersion }),
  })
  if (route.kind === "legacy") return serveHandshake(parsed, call)
  if (route.kind === "modern" && isToolCall(route, headers)) return serveToolCall(route, call)
  const { clientId, scopes, expiresAt } = accessToken
  const authInfo = {
    token: "",
    clientId,
    scopes: [...scopes],
    expiresAt: Math.floor(expiresAt.getTime() / 1_000),
    extra: { call },
  }
  return handler.fetch(sdkRequest(headers), { authInfo, parsedBody: parsed })
}

/** The headers that the SDK reads. It receives the parsed body separately. */
const sdkHeaders = ["accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"]

/** Has no signal, because creating a request with one takes four times as long. `runQuery` reacts to disconnects. */
function sdkRequest(requestHeaders: McpRequest["headers"]): Request {
  const headers = sdkHeaders.flatMap((name): [string, string][] => {
    const value = requestHeaders.get(name)
    return value === null ? [] : [[name, value]]
  })
  return new Request(`${baseUrl()}${mcpPath}`, { method: "POST", headers })
}

function failureResponse(thrown: unknown): Response {
  const problem = asProblem(thrown)
  logInternalError(problem, { path: mcpPath })
  return errorResponse(problem.status, "internalError", problem.message, { headers: problem.headers })
}

/** Lets clients in a browser read the response, from an origin that `checkHosts` allows. */
function crossOriginHeaders({ headers }: McpRequest): Record<string, string> {
  const origin = headers.get("origin")
  if (origin === null) return {}
  return {
    "access-control-allow-origin": origin,
    vary: "Origin",
    "access-control-allow-methods": "POST, OPTIONS",
    "access-control-allow-headers":
      "authorization, content-type, mcp-protocol-version, mcp-method, mcp-name, traceparent",
    "access-control-expose-headers": "WWW-Authenticate, MCP-Protocol-Version",
  }
}
