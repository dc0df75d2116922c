/** Starts a second process that serves REST on the same database, like a second instance of the product. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"

const program = `
  const { load } = await import("./scripts/bundle.ts")
  const { serveRest } = await load("server/testing/serve-rest.ts")
  const { url } = await serveRest()
  console.log("url " + url)
  process.on("disconnect", () => process.exit())`

export type OtherProcess = { url: string; stop(signal?: NodeJS.Signals): Promise<void> }

/** `environment` is added to this process's environment. */
export async function startOtherProcess(environment: Record<string, string> = {}): Promise<OtherProcess> {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  })
  return { url: await printedUrl(child), stop: (signal) => stop(child, signal) }
}

async function printedUrl(child: ChildProcess) {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  for await (const line of lines) if (line.startsWith("url ")) return line.slice(4)
  throw new Error("the other process ended before it served anything")
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM") {
  const gone = once(child, "exit")
  child.kill(signal)
  await gone
}
