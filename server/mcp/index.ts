/**
 * Handles a request to /mcp: checks host, origin, method and size, authenticates, asks for a missing scope, and passes the request to
 * the SDK. There are no sessions, and cookies are neither read nor set.
 */
import "server-only"
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  originValidationResponse,
} from "@modelcontextprotocol/server"
import { baseUrl } from "@/domain/kernel/base-url"
import { asProblem } from "@/domain/kernel/errors"
import { newId } from "@/domain/kernel/ids"
import { log } from "@/domain/kernel/log"
import { originOf } from "../origin"
import { authenticate, scopeChallenge } from "./authenticate"
import type { McpCall } from "./call"
import { buildServer } from "./factory"
import { type Body, clientInfoOf, readBody, traceIdOf } from "./request-body"

export const mcpPath = "/mcp"

const handler = createMcpHandler(buildServer, {
  onerror: (err) => log.debug({ err }, "an MCP request was rejected"),
})

export async function mcp(request: Request): Promise<Response> {
  const response = await respond(request).catch((thrown) => failure(thrown))
  response.headers.set("Cache-Control", "no-store")
  for (const [name, value] of crossOriginHeaders(request)) response.headers.set(name, value)
  return response
}

async function respond(request: Request): Promise<Response> {
  const hostname = new URL(baseUrl()).hostname
  const hosts = [hostname, ...(isLocal(hostname) ? localhostAllowedHostnames() : [])]
  const refused = hostHeaderValidationResponse(request, hosts) ?? originValidationResponse(request, hosts)
  if (refused) return refused
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow: "POST, OPTIONS" } })
  const connection = await authenticate(request)
  if (connection instanceof Response) return connection
  if (request.method !== "POST") return methodNotAllowed()
  const body = await readBody(request)
  if (body instanceof Response) return body
  const ctx = { ...connection.member, origin: originOf(request.headers), requestId: newId("request"), now: () => new Date() }
  const protocolVersion = request.headers.get("mcp-protocol-version")
  const clientInfo = clientInfoOf(body) ?? ctx.origin.userAgent
  const call: McpCall = { ctx, connection, clientInfo, protocolVersion, traceId: traceIdOf(body, request.headers) }
  return scopeChallenge(call, body) ?? serve(request, body, call)
}

/** The SDK gets the body in parsed form, and no headers that it does not need. */
function serve({ url, headers: given, signal }: Request, { parsed, text }: Body, call: McpCall) {
  const headers = new Headers(given)
  for (const name of ["authorization", "cookie"]) headers.delete(name)
  const { clientId, scopes, expiresAt } = call.connection
  const authInfo = {
    token: "",
    clientId,
    scopes: [...scopes],
    expiresAt: Math.floor(expiresAt.getTime() / 1_000),
    extra: { call },
  }
  const request = new Request(url, { method: "POST", headers, body: text, signal })
  return handler.fetch(request, { authInfo, parsedBody: parsed })
}

const isLocal = (hostname: string) => localhostAllowedHostnames().includes(hostname)

const methodNotAllowed = () =>
  Response.json(
    { jsonrpc: "2.0", error: { code: -32_000, message: "Method not allowed. Use POST." }, id: null },
    { status: 405, headers: { Allow: "POST, OPTIONS" } },
  )

function failure(thrown: unknown): Response {
  const problem = asProblem(thrown)
  if (problem.status >= 500) log.error({ err: problem.cause ?? problem, path: mcpPath }, problem.message)
  return Response.json(
    { jsonrpc: "2.0", error: { code: -32_603, message: problem.message }, id: null },
    { status: problem.status, headers: problem.headers },
  )
}

/** For clients that run in a browser. The origin was checked before. */
function crossOriginHeaders(request: Request): [string, string][] {
  const origin = request.headers.get("origin")
  if (origin === null) return []
  return [
    ["Access-Control-Allow-Origin", origin],
    ["Vary", "Origin"],
    ["Access-Control-Allow-Methods", "POST, OPTIONS"],
    [
      "Access-Control-Allow-Headers",
      "authorization, content-type, mcp-protocol-version, mcp-method, mcp-name, traceparent",
    ],
    ["Access-Control-Expose-Headers", "WWW-Authenticate, MCP-Protocol-Version"],
  ]
}
