/**
 * Defines the limits of calls over MCP. The operator can override every number:
 * SIGNALBOX_MCP_LIMITS='{"callsPerMinute":120}'.
 */
import { z } from "zod"
import { onlyNames, parseJsonSetting } from "@/domain/kernel/json-setting"

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
type CallLimits = typeof defaults

const names = Object.keys(defaults) as (keyof CallLimits)[]
const wholeNumber = z.int("must be a whole number of at least 1").min(1, "must be a whole number of at least 1")

const setting = z
  .strictObject(
    Object.fromEntries(names.map((name) => [name, wholeNumber])) as Record<keyof CallLimits, z.ZodInt>,
    onlyNames("limit", names),
  )
  .partial()

/** Parses the setting. `text` is JSON. Throws an Error that explains the mistake when it is invalid. */
export const readCallLimits = (text = process.env["SIGNALBOX_MCP_LIMITS"]) =>
  ({ ...defaults, ...parseJsonSetting("SIGNALBOX_MCP_LIMITS", text || "{}", setting) }) as CallLimits
