/** AI visibility: questions over a year of answers and the lists beside them, what reading an answer costs, and a scan at work. */
import { parseArgs } from "node:util"
import { extraction } from "./visibility/extraction"
import { metrics } from "./visibility/metrics"

const options = { only: { type: "string", multiple: true }, days: { type: "string", default: "365" } } as const

const parts: Record<string, (wanted: { days: number }) => Promise<void>> = { metrics, extraction }

/** `--only`: one of the parts, and more of them when said more than once; all unless told. `--days`: of the largest project's daily scans. */
export async function bench(args: string[] = []) {
  const { only, days } = parseArgs({ args, options }).values
  for (const [name, run] of Object.entries(parts)) if (only?.includes(name) ?? true) await run({ days: Number(days) })
}
