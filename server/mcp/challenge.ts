/** Asks for the scope of a tool that writes, so that clients that can ask the user for more do so (step-up). */
import "server-only"
import { refusal } from "./authenticate"
import type { McpCall } from "./call"
import { mayUse, tools } from "./catalogue"
import type { Body } from "./request-body"

/**
 * A 403 for a call of a tool that writes, if the only thing that is missing is the scope. When the switch is off or the role
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
