/** Starts the background work of a serving process: listens for pending work and runs the Inngest functions. */
import { setTimeout as sleep } from "node:timers/promises"
import { deleteAbandonedFolders } from "@/domain/data-sources/uploads/process-upload"
import { log, reportAvailable } from "@/domain/kernel/log"
import { embedded, isEmbedded } from "./client"
import { resumeDelivery, stopDelivery } from "./deliver-loop"
import { Engine } from "./engine/engine"
import { startHeartbeat } from "./heartbeat"
import { handle } from "./index"
import { Listener } from "./listener"
import { expireDeadlines } from "./round-deadline"
import { stopWhenOutdated } from "./stop-when-outdated"
import { sendWakeUps } from "./wake-ups"

export { jobRunnerName } from "./engine-choice"

/** Does not wait for the start: `ready` resolves when the listener and the engine have started. */
export function startBackgroundWork() {
  deleteAbandonedFolders()
  resumeDelivery()
  const listener = new Listener()
  sendWakeUps(listener)
  startHeartbeat(listener)
  const { started, stop: stopEngine } = isEmbedded ? startEngine(listener) : registerFunctions()
  const opened = listener.open()
  const end = async () => {
    stopDelivery()
    expireDeadlines()
    await stopEngine()
    await listener.close()
    await opened
  }
  let ended: Promise<void> | undefined
  const stop = () => {
    cancelVersionCheck()
    ended ??= end()
    return ended
  }
  const cancelVersionCheck = stopWhenOutdated(stop)
  return {
    ready: Promise.all([opened, started]),
    /** Lets the current steps of the embedded engine finish, for at most ten seconds. */
    stop,
  }
}

function startEngine(listener: Listener) {
  const engine = new Engine({ handler: { handle, signingKey: embedded.signingKey }, listener })
  embedded.engine = engine
  const started = engine.start().catch((err) => log.fatal({ err }, "could not start the embedded engine"))
  const stop = async () => {
    await started
    await engine.stop()
    embedded.engine = undefined
  }
  return { started, stop }
}

/** Registers the functions with the Inngest server, and retries until it succeeds. */
function registerFunctions() {
  const stopping = new AbortController()
  const register = async () => {
    for (let waitMs = 1_000; !stopping.signal.aborted; waitMs = Math.min(waitMs * 2, 60_000)) {
      const response = await handle(
        new Request("http://localhost/api/inngest", { method: "PUT", headers: { host: "localhost" } }),
      )
      if (response.ok) return reportAvailable("The Inngest server")
      const facts = { status: response.status, response_body: await response.text(), dependency: "The Inngest server" }
      log.warn(facts, "could not register the functions; retrying")
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  return { started: register(), stop: async () => stopping.abort() }
}
