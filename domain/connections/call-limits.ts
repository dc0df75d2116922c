/**
 * Defines the limits of calls over MCP. The operator can override every number:
 * SIGNALBOX_MCP_LIMITS='{"callsPerMinute":120}'.
 */
import { z } from "zod"
import { parseJson } from "@/domain/kernel/text"

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
  .strictObject(Object.fromEntries(names.map((name) => [name, wholeNumber])) as Record<keyof CallLimits, z.ZodInt>, {
    error: (issue) => (issue.code === "unrecognized_keys" ? unknownNames(issue.keys) : "It must be a JSON object"),
  })
  .partial()

const unknownNames = (unknown: string[] = []) =>
  `There is no limit named ${unknown.map((name) => JSON.stringify(name)).join(", ")}. Use ${names.join(", ")}`

/** Parses the setting. `text` is JSON. Throws an Error that explains the mistake when it is invalid. */
export function readCallLimits(text = process.env["SIGNALBOX_MCP_LIMITS"]): CallLimits {
  const parsed = setting.safeParse(text ? parseJson(text) : {})
  if (parsed.success) return { ...defaults, ...parsed.data } as CallLimits
  const mistakes = parsed.error.issues.map(({ path, message }) => `${[...path, message].join(": ")}.`)
  throw new Error(`SIGNALBOX_MCP_LIMITS is not valid. ${mistakes.join(" ")}`)
}
