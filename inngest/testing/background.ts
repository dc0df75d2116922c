/**
 * Starts background work as a serving process does, in this process or in another one, on the test file's own database,
 * and triggers its functions manually.
 */
import { onTestFinished, vi } from "vitest"
import { embedded } from "../client"
import { Engine } from "../engine/engine"
import { readFunctions } from "../engine/functions"
import { storeEvents } from "../engine/store-events"
import { handle } from "../index"
import { Listener } from "../listener"
import { startBackgroundWork } from "../start"
import { startBackgroundProcess } from "./start-background-process"

export async function backgroundWork() {
  vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "1")
  const background = startBackgroundWork()
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= background.stop())
  onTestFinished(async () => {
    await stop()
    vi.unstubAllEnvs()
  })
  await background.ready
  return { stop }
}

/** Runs only the embedded engine, with the product's functions, and retries them without waiting. */
export async function engineWithoutBackoff() {
  const listener = new Listener()
  const engine = new Engine({ handler: { handle, signingKey: embedded.signingKey }, listener, backoffMs: () => 0 })
  embedded.engine = engine
  onTestFinished(async () => {
    await engine.stop()
    await listener.close()
    embedded.engine = undefined
  })
  await listener.open()
  await engine.start()
  return engine
}

/** Starts another process that does the background work. It is killed after the test. */
export async function backgroundProcess() {
  const started = await startBackgroundProcess()
  onTestFinished(() => started.kill())
  return started
}

/** Starts a function as its cron trigger would. */
export async function triggerCron(id: string) {
  const functions = await readFunctions({ handle, signingKey: embedded.signingKey })
  await storeEvents(functions, [{ name: "inngest/scheduled.timer" }], { functionId: `signalbox-${id}` })
}
