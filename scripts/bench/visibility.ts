/**
 * Measures AI visibility: metrics and lists over a year of answers, the extraction of an answer, a scan, and tests of a
 * change.
 */
import { changes } from "./visibility/changes"
import { extraction } from "./visibility/extraction"
import { groupChanges } from "./visibility/group-changes"
import { metrics } from "./visibility/metrics"
import { scan } from "./visibility/scan"

type Options = { days: number; tasks: number }

const parts: Record<string, (options: Options) => Promise<void>> = {
  metrics,
  extraction,
  scan,
  changes,
  "group-changes": groupChanges,
}

export async function bench({ only, ...options }: Options & { only?: string[] }) {
  for (const [name, run] of Object.entries(parts)) if (only?.includes(name) ?? true) await run(options)
}
