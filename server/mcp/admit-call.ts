/**
 * Limits the requests of MCP clients. Calling a tool or reading a resource is a call, which counts against the limits
 * of its connection and its team. Calls that change data or spend a budget have lower limits in addition.
 */
import "server-only"
import { readCallLimits } from "@/domain/connections/call-limits"
import { admit } from "@/domain/usage/admit"
import { chargeRequest, type Quota } from "@/domain/usage/quotas"
import type { McpContext } from "./call"
import type { OfferedTool } from "./catalogue"

export const mcpLimits = readCallLimits()

const hourSeconds = 3_600

/** `isChange`: the call changes data. `isSpending`: it spends a budget. */
type Cost = { isChange: boolean; isSpending: boolean }

export const costOfRead: Cost = { isChange: false, isSpending: false }

export const costOf = ({ isWrite, tool }: OfferedTool, args: Record<string, unknown>): Cost => ({
  isChange: isWrite,
  isSpending: tool.effect === "spend" && args["dry_run"] !== true,
})

/**
 * Admits a call, or throws `rate_limited` or `concurrency_limited`. Returns a function to call when the call has ended.
 */
export async function admitMcpCall(
  { connection: { id }, team }: McpContext,
  { isChange, isSpending }: Cost,
): Promise<() => void> {
  const quotas: Quota[] = [
    { policy: "mcp-minute", id, quota: mcpLimits.callsPerMinute },
    { policy: "mcp-hour", id, quota: mcpLimits.callsPerHour, window_seconds: hourSeconds },
    { policy: "mcp-team", id: team.id, quota: mcpLimits.teamCallsPerMinute },
    ...(isChange ? [{ policy: "mcp-changes", id, quota: mcpLimits.changesPerMinute }] : []),
    ...(isSpending
      ? [{ policy: "mcp-spending", id, quota: mcpLimits.spendingPerHour, window_seconds: hourSeconds }]
      : []),
  ]
  const caller = { id: `mcp:${id}`, name: "A connected app", maxInFlight: mcpLimits.callsInFlight }
  return (await admit(caller, quotas)).release
}

/** Counts a request that is not a call, or throws `rate_limited`. */
export const chargeOtherRequest = ({ connection }: McpContext) =>
  chargeRequest([{ policy: "mcp-other", id: connection.id, quota: mcpLimits.otherRequestsPerMinute }])
