/** Authenticates an MCP request by its access token, and asks for a scope that a call needs (step-up authorization). */
import "server-only"
import { type AuthenticatedConnection, authenticateAccessToken } from "@/domain/connections/authenticate-token"
import { connectorUrl } from "@/domain/connections/settings"
import { baseUrl } from "@/domain/kernel/base-url"
import { rateLimitKeyOf } from "@/domain/kernel/network"
import { chargeRequest } from "@/domain/usage/quotas"
import { originOf } from "../origin"
import type { McpCall } from "./call"
import { mayUse, tools } from "./catalogue"
import type { Body } from "./request-body"

/** Requests without a valid token, per network and minute. */
const failuresPerMinute = 120

const metadataUrl = () => `${baseUrl()}/.well-known/oauth-protected-resource/mcp`

/** Returns the connection, or a 401. Throws `rate_limited` when a network fails to authenticate too often. */
export async function authenticate(headers: Pick<Headers, "get">): Promise<AuthenticatedConnection | Response> {
  const [, token] = /^Bearer +([\w.~+/-]+=*)$/i.exec(headers.get("authorization") ?? "") ?? []
  const connection = token ? await authenticateAccessToken(token, connectorUrl()) : null
  if (connection) return connection
  const { ip } = originOf(headers)
  await chargeRequest([{ policy: "mcp-failures", id: rateLimitKeyOf(ip), quota: failuresPerMinute }])
  return token
    ? refusal(401, "invalid_token", "The access token is invalid or has expired, or the app was disconnected.")
    : refusal(401, undefined, "Connect with OAuth: send an access token in the Authorization header.")
}

/**
 * Returns a 403 for a call of a writing tool if only the scope is missing. If the team has switched off changes, or the
 * role or the plan forbids the call, a new token would not help. The call itself then reports the reason.
 */
export function scopeChallenge({ ctx }: McpCall, { parsed }: Body): Response | undefined {
  const { method, params } = parsed
  const offered =
    method === "tools/call" && typeof params?.["name"] === "string" ? tools.get(params["name"]) : undefined
  if (!offered?.isWrite || !ctx.connection?.areWritesEnabled || !mayUse(offered.operation, ctx.actor)) return undefined
  if (offered.tool.plans?.includes(ctx.team.plan) === false) return undefined
  if (ctx.connection.scopes.includes("data:write")) return undefined
  const reason = `${offered.tool.name} changes data. Connect again and allow changes.`
  return refusal(403, "insufficient_scope", reason, "data:read data:write")
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
