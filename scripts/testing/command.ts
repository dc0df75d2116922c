/** Test helper: runs a command of package.json as a separate process and captures its output. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { onTestFinished } from "vitest"
import { rowCheckEnv } from "@/prisma/checked-rows"

/** `input`: true gives the command a standard input to write to. */
type CommandOptions = { env?: Record<string, string>; input?: boolean }

/** Starts the command. It is killed at the end of the test if it still runs. */
export function startCommand(name: string, args: string[], { env = {}, input = false }: CommandOptions = {}) {
  const minimalEnv = {
    PATH: process.env["PATH"],
    HOME: process.env["HOME"],
    NO_COLOR: "1",
    FORCE_COLOR: "0",
    ...rowCheckEnv,
  }
  const child = spawn(process.execPath, ["scripts/run.mjs", name, ...args], {
    env: { ...minimalEnv, ...env } as never,
    stdio: ["pipe", "pipe", "pipe"],
  })
  if (!input) child.stdin.end()
  const printed = { out: "", err: "" }
  child.stdout.on("data", (chunk) => (printed.out += chunk))
  child.stderr.on("data", (chunk) => (printed.err += chunk))
  const ended = once(child, "close").then(([code]) => code as number | null)
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal)
    return ended
  }
  onTestFinished(async () => void (await stop("SIGKILL")))
  const write = (line: string) => child.stdin.write(`${line}\n`)
  return { printed, ended, stop, write, lines: () => printed.out.split("\n").filter(Boolean) }
}
