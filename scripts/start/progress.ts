/** Shows what a start is doing, and how long each step took. */
import { styleText } from "node:util"

/** Does the work and shows it, one step after the other. */
export function step<Result>(name: string, work: () => Promise<Result>, remark?: (result: Result) => string) {
  announce(name)
  return begin(name, work, remark)()
}

/** Begins the work without showing it yet, as the steps before its own are on the screen; what it returns waits for it. */
export function begin<Result>(name: string, work: () => Promise<Result>, remark?: (result: Result) => string) {
  const began = performance.now()
  const done = work().then((result) => ({ result, ms: performance.now() - began }))
  done.catch(() => {}) // told when it is waited for
  return async () => {
    announce(name)
    const { result, ms } = await done
    if (process.stdout.isTTY) process.stdout.write("\r\u001b[2K")
    const seconds = `${(ms / 1000).toFixed(1).padStart(6)} s`
    console.log(`  ${name.padEnd(12)}  ${seconds}   ${styleText("dim", remark?.(result) ?? "")}`.trimEnd())
    return result
  }
}

function announce(name: string) {
  if (process.stdout.isTTY) process.stdout.write(`\r  ${name.padEnd(12)}  ...`)
}

/** Since the command was given, installing included. */
export function secondsSinceCommand() {
  return ((Date.now() - Number(process.env["SIGNALBOX_BEGAN_AT"])) / 1000).toFixed(1)
}
