/** `npm run check`: runs every check that does not need a running product, two at a time. */
import pLimit from "p-limit"
import { steps } from "./check/steps"
import { commandLine, parseOptions } from "./command-line"

/** Returns the exit code: 1 when a step failed, 2 when the command line was wrong. */
export async function run(args: string[]) {
  const options = parseOptions(program(), args)
  if (typeof options === "number") return options
  const failed: string[] = []
  const limit = pLimit(2)
  const runs = Object.entries(steps).map(([name, work]) =>
    limit(async () => {
      const startedAt = performance.now()
      const problem = await runStep(work)
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)
      console.log(`  ${name.padEnd(12)}  ${seconds} s   ${problem === null ? "ok" : "failed"}`)
      if (problem === null) return
      failed.push(name)
      console.log(`\n${problem.trim()}\n`)
    }),
  )
  await Promise.all(runs)
  console.log(
    failed.length === 0
      ? "\nAll checks passed."
      : `\n${failed.length} of ${Object.keys(steps).length} checks failed: ${failed.join(", ")}.`,
  )
  return failed.length === 0 ? 0 : 1
}

const program = () =>
  commandLine("npm run check", {
    description: `Check the code without running the product. Steps: ${Object.keys(steps).join(", ")}.`,
    examples: ["npm run check"],
  })

/** Returns the problem that the step found, or its error. Null if the step succeeded. */
async function runStep(work: () => Promise<string | null>) {
  try {
    return await work()
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}
