/** AI visibility: questions over a year of answers and the lists beside them, what reading an answer costs, and a scan at work. */
import { parseArgs } from "node:util"
import { extraction } from "./visibility/extraction"

const options = { only: { type: "string", multiple: true } } as const

const parts: Record<string, () => Promise<void>> = { extraction }

/** `--only`: one of the parts, and more of them when said more than once; all unless told. */
export async function bench(args: string[] = []) {
  const { only } = parseArgs({ args, options }).values
  for (const [name, run] of Object.entries(parts)) if (only?.includes(name) ?? true) await run()
}
