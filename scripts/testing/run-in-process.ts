/** Test helper: runs a command of package.json in the test's own process, which takes a tenth of starting it. */
import { resolve } from "node:path"
import { vi } from "vitest"

type Run = (args: string[]) => Promise<unknown>

/** Returns the exit code, and what the command printed to standard output, to standard error and to either. */
export async function runInProcess(run: Run, args: string[]) {
  const printed: { stream: "out" | "err"; text: string }[] = []
  const capture = (stream: "out" | "err") => (text: unknown) => printed.push({ stream, text: String(text) }) > 0
  for (const [method, stream] of [["log", "out"] as const, ["error", "err"] as const])
    vi.spyOn(console, method).mockImplementation((line) => void capture(stream)(`${line}\n`))
  vi.spyOn(process.stdout, "write").mockImplementation(capture("out"))
  vi.spyOn(process.stderr, "write").mockImplementation(capture("err"))
  const exitCode = await run(args).finally(() => vi.restoreAllMocks())
  const textOf = (streams: string[]) =>
    printed
      .filter(({ stream }) => streams.includes(stream))
      .map(({ text }) => text)
      .join("")
  return { exitCode, out: textOf(["out"]), err: textOf(["err"]), text: textOf(["out", "err"]) }
}

/** Runs `npm run <name> -- <args>`, except for what scripts/run.mjs does before. */
export async function runByName(name: string, args: string[]) {
  const { run } = (await import(resolve(`scripts/${name}.ts`))) as { run: Run }
  return runInProcess(run, args)
}
