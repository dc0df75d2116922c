/**
 * Limits the requests of MCP clients. Calling a tool or reading a resource is a call, which counts against the limits of
 * its connection and its team. Calls that change data or spend a budget have lower limits in addition.
 */
import "server-only"
import { z } from "zod"
import type { TeamContext } from "@/domain/kernel/context"
import { chargeRequest, enterInFlight, type Quota } from "@/domain/usage/quotas"
import type { OfferedTool } from "./catalogue"

/** Per connection, except `teamCallsPerMinute`. */
const defaults = {
  callsPerMinute: 60,
  callsPerHour: 600,
  teamCallsPerMinute: 300,
  changesPerMinute: 20,
  /** Calls that spend a budget, such as starting a scan. A dry run spends nothing and does not count. */
  spendingPerHour: 10,
  /** Counted in each process separately. */
  callsInFlight: 4,
  /** Lists, prompts, completions and calls of unknown tools. initialize, server/discover and ping do not count. */
  otherRequestsPerMinute: 300,
}

const limitName = z.enum(Object.keys(defaults) as (keyof typeof defaults)[])

/** The operator can override every number: SIGNALBOX_MCP_LIMITS='{"callsPerMinute":120}'. */
export const mcpLimits = {
  ...defaults,
  ...z.partialRecord(limitName, z.int().min(1)).parse(JSON.parse(process.env["SIGNALBOX_MCP_LIMITS"] || "{}")),
}

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
export async function admitCall(
  { connection, team }: TeamContext,
  { isChange, isSpending }: Cost,
): Promise<() => void> {
  const id = connection?.id ?? ""
  const quotas: Quota[] = [
    { policy: "mcp-minute", id, quota: mcpLimits.callsPerMinute },
    { policy: "mcp-hour", id, quota: mcpLimits.callsPerHour, window_seconds: hourSeconds },
    { policy: "mcp-team", id: team.id, quota: mcpLimits.teamCallsPerMinute },
    ...(isChange ? [{ policy: "mcp-changes", id, quota: mcpLimits.changesPerMinute }] : []),
    ...(isSpending
      ? [{ policy: "mcp-spending", id, quota: mcpLimits.spendingPerHour, window_seconds: hourSeconds }]
      : []),
  ]
  const release = enterInFlight({ id: `mcp:${id}`, name: "A connected app" }, mcpLimits.callsInFlight)
  try {
    await chargeRequest(quotas)
    return release
  } catch (refused) {
    release()
    throw refused
  }
}

/** Counts a request that is not a call, or throws `rate_limited`. */
export const chargeOtherRequest = ({ connection }: TeamContext) =>
  chargeRequest([{ policy: "mcp-other", id: connection?.id ?? "", quota: mcpLimits.otherRequestsPerMinute }])
