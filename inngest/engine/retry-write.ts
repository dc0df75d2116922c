/** Retries a write while the database is unreachable, so that a step that was done is recorded and not repeated. */
import { setTimeout as sleep } from "node:timers/promises"
import { log } from "@/domain/kernel/log"

const maxTries = 60

/**
 * Returns what `write` returns. After 60 tries, one per second, it throws the last error; the step then runs again
 * after the lease expires.
 */
export async function retryWrite(write: () => Promise<boolean>): Promise<boolean> {
  for (let left = maxTries; ; left--) {
    try {
      return await write()
    } catch (err) {
      if (left <= 1) throw err
      if (left === maxTries) log.warn({ err }, "could not record the progress of a run; retrying every second")
      await sleep(1_000)
    }
  }
}
