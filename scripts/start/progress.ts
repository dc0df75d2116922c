/** Shows what a start is doing, and how long each step took. */
import { styleText } from "node:util"

export async function step<Result>(name: string, work: () => Promise<Result>, remark?: (result: Result) => string) {
  const began = performance.now()
  if (process.stdout.isTTY) process.stdout.write(`  ${name.padEnd(12)}  ...`)
  const result = await work()
  const seconds = `${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s`
  if (process.stdout.isTTY) process.stdout.write("\r\u001b[2K")
  console.log(`  ${name.padEnd(12)}  ${seconds}   ${styleText("dim", remark?.(result) ?? "")}`.trimEnd())
  return result
}

/** Since the command was given, installing included. */
export function secondsSinceCommand() {
  return ((Date.now() - Number(process.env["SIGNALBOX_BEGAN_AT"])) / 1000).toFixed(1)
}
