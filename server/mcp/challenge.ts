/** Responds with the missing scope of a writing tool, so that the client can ask the user for it (step-up authorization). */
import "server-only"
import { refusal } from "./authenticate"
import type { McpCall } from "./call"
import { mayUse, tools } from "./catalogue"
import type { Body } from "./request-body"

/**
 * Returns a 403 for a call of a writing tool if only the scope is missing. When the switch is off or the role
 * forbids it, a new token would not help, so the call itself reports the reason.
 */
export function scopeChallenge({ ctx }: McpCall, { parsed }: Body): Response | undefined {
  const { method, params } = parsed
  const offered =
    method === "tools/call" && typeof params?.["name"] === "string" ? tools.get(params["name"]) : undefined
  if (!offered?.isWrite || !ctx.connection?.areWritesEnabled || !mayUse(offered.operation, ctx.actor)) return undefined
  if (ctx.connection.scopes.includes("data:write")) return undefined
  const reason = `${offered.tool.name} changes data. Connect again and allow changes.`
  return refusal(403, "insufficient_scope", reason, "data:read data:write")
}
