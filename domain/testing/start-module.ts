/** Starts processes that run one module of the product, so that tests can kill them. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { pathToFileURL } from "node:url"
import { bundle } from "@/scripts/bundle"

/** `message`: the first one that the process sent. `ended` resolves when the process has ended. */
export type StartedProcess = { message: unknown; ended: Promise<unknown>; kill(signal?: NodeJS.Signals): Promise<void> }

/**
 * Starts a process that runs `program`, in which `started` is the module at `entry`, a path relative to the project
 * folder. Resolves when the program has sent a message with `process.send`. The process ends with this one, or by
 * `kill`. `env` is added to the environment of this process.
 */
export async function startModule(
  entry: string,
  program: string,
  env: Record<string, string>,
): Promise<StartedProcess> {
  const { href } = pathToFileURL(await bundle(entry))
  const text = `
    process.on("disconnect", () => process.exit())
    const started = await import("${href}")
    ${program}`
  const child = spawn(process.execPath, ["--input-type=module", "--eval", text], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
  const ended = once(child, "exit")
  const [message] = await Promise.race([once(child, "message"), ended.then(() => [])])
  if (message === undefined) throw new Error(`the process of ${entry} ended before it sent a message`)
  return {
    message,
    ended,
    async kill(signal = "SIGKILL") {
      child.kill(signal)
      await ended
    },
  }
}
