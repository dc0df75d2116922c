/** Prints the steps of a start and the duration of each. */
import { styleText } from "node:util"

/** Prints the step's name, does the work, and prints its duration and the `remark` about its result. */
export function step<Result>(name: string, work: () => Promise<Result>, remark?: (result: Result) => string) {
  announce(name)
  return startStep(name, work, remark)()
}

/**
 * Starts the work without printing, so that it can run during other steps. The returned function prints the step and
 * waits for the result.
 */
export function startStep<Result>(name: string, work: () => Promise<Result>, remark?: (result: Result) => string) {
  const startedAt = performance.now()
  const outcome = work().then((result) => ({ result, ms: performance.now() - startedAt }))
  outcome.catch(() => {}) // the returned function throws the error
  return async () => {
    announce(name)
    const { result, ms } = await outcome
    if (process.stdout.isTTY) process.stdout.write("\r\u001b[2K")
    const seconds = `${(ms / 1000).toFixed(1).padStart(6)} s`
    console.log(`  ${name.padEnd(12)}  ${seconds}   ${styleText("dim", remark?.(result) ?? "")}`.trimEnd())
    return result
  }
}

function announce(name: string) {
  if (process.stdout.isTTY) process.stdout.write(`\r  ${name.padEnd(12)}  ...`)
}

/** Seconds since the command was entered, including the install of packages. */
export function secondsSinceCommand() {
  return ((Date.now() - Number(process.env["SIGNALBOX_STARTED_AT"])) / 1000).toFixed(1)
}
