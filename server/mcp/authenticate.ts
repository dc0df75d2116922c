/** Authenticates an MCP request by its access token, and asks for a scope that a call needs (step-up authorization). */
import "server-only"
import { type AuthenticatedToken, authenticateAccessToken } from "@/domain/connections/authenticate-token"
import { wasFoundBefore } from "@/domain/connections/find-connection"
import { connectorUrl } from "@/domain/connections/settings"
import { baseUrl } from "@/domain/kernel/base-url"
import { rateLimitKeyOf } from "@/domain/kernel/network"
import { countFailure, lookUpGuarded } from "@/domain/keys/failed-attempts"
import { chargeRequest } from "@/domain/usage/quotas"
import { originOf } from "../origin"
import { admitMcpCall, costOf } from "./admit-call"
import type { McpCall } from "./call"
import { isAllowedByRole, type OfferedTool, tools } from "./catalogue"
import { recordCall } from "./record-call"
import type { Body } from "./request-body"

/** Limit per network. Clients send a request without a token to find out how to connect. */
const requestsWithoutTokenPerMinute = 120

const metadataUrl = () => `${baseUrl()}/.well-known/oauth-protected-resource/mcp`

/**
 * Returns the access token with its caller, or a 401. Throws `rate_limited` when a network sends too many wrong tokens,
 * or too many requests without one.
 */
export async function authenticateToken(headers: Pick<Headers, "get">): Promise<AuthenticatedToken | Response> {
  const [, token] = /^Bearer +([\w.~+/-]+=*)$/i.exec(headers.get("authorization") ?? "") ?? []
  const origin = originOf(headers)
  if (token === undefined) {
    const id = rateLimitKeyOf(origin.ip)
    await chargeRequest([{ policy: "mcp-no-token", id, quota: requestsWithoutTokenPerMinute }])
    return refusal(401, undefined, "Connect with OAuth: send an access token in the Authorization header.")
  }
  const authenticated = await lookUpGuarded(origin, wasFoundBefore(token), () =>
    authenticateAccessToken(token, connectorUrl()),
  )
  if (authenticated) return authenticated
  // A token that was found before has expired, or its app was disconnected. It is not a guess: the app sends it, and
  // refreshes it after the 401.
  if (!wasFoundBefore(token)) await countFailure(origin)
  return refusal(401, "invalid_token", "The access token is invalid or has expired, or the app was disconnected.")
}

/**
 * Returns a 403 for a call of a writing tool if only the scope is missing. The client can then ask the user for the
 * scope. The call counts against the limits and is logged. If the limits reject it, returns undefined: the call reports
 * the error when it runs.
 */
export async function scopeChallenge(
  call: McpCall,
  { parsed: { method, params } }: Body,
): Promise<Response | undefined> {
  const name = method === "tools/call" ? params?.["name"] : undefined
  const offered = typeof name === "string" ? tools.get(name) : undefined
  if (!offered || !isOnlyScopeMissing(call, offered)) return undefined
  const args = params?.["arguments"] as Record<string, unknown>
  const release = await admitMcpCall(call.ctx, costOf(offered, args)).catch(() => undefined)
  if (!release) return undefined
  release()
  const reason = `${offered.tool.name} changes data. Connect again and allow changes.`
  const result = refusal(403, "insufficient_scope", reason, "data:read data:write")
  const text = await result.clone().text()
  const called = { method: "tools/call", name: offered.tool.name, arguments: args, isWrite: true }
  return recordCall(call, called, async () => ({ result, code: "scope_missing", rows: 0, text }))
}

/**
 * True if a token with the scope data:write would allow the call. False if the team's settings, its suspension, its
 * plan or the user's role forbid the call, too. The call then reports the reason when it runs.
 */
function isOnlyScopeMissing({ ctx }: McpCall, { operation, tool, isWrite }: OfferedTool): boolean {
  if (!isWrite || !ctx.connection.areWritesEnabled || ctx.team.is_suspended) return false
  if (!isAllowedByRole(operation, ctx.actor)) return false
  return tool.plans?.includes(ctx.team.plan) !== false && !ctx.connection.scopes.includes("data:write")
}

/** 401 without `error` when the request had no token (RFC 6750, section 3). */
function refusal(status: 401 | 403, error: string | undefined, description: string, scope = "data:read") {
  const fields = [
    ...(error ? [`error="${error}"`, `error_description="${description}"`] : []),
    `scope="${scope}"`,
    `resource_metadata="${metadataUrl()}"`,
  ]
  return Response.json(
    { error: error ?? "invalid_request", error_description: description },
    { status, headers: { "WWW-Authenticate": `Bearer ${fields.join(", ")}` } },
  )
}
