/** AI visibility: questions over a year of answers and the lists beside them, what reading an answer costs, and a scan at work. */
import { parseArgs } from "node:util"
import { extraction } from "./visibility/extraction"
import { metrics } from "./visibility/metrics"
import { scan } from "./visibility/scan"

const options = {
  only: { type: "string", multiple: true },
  days: { type: "string", default: "365" },
  tasks: { type: "string", default: "10000" },
} as const

const parts: Record<string, (wanted: { days: number; tasks: number }) => Promise<void>> = { metrics, extraction, scan }

/** `--only`: one of the parts, and more of them when said more than once; all unless told. `--days`: of the largest project's daily scans. `--tasks`: questions of the scan. */
export async function bench(args: string[] = []) {
  const { only, days, tasks } = parseArgs({ args, options }).values
  const wanted = { days: Number(days), tasks: Number(tasks) }
  for (const [name, run] of Object.entries(parts)) if (only?.includes(name) ?? true) await run(wanted)
}
