/** Stops background work for good once a newer version has migrated the database past this process. */
import { log } from "@/domain/log"
import { migrationState, stoppedFor } from "@/domain/operating/migration-state"

/** True once this process must not work any more: an Inngest server then calls another one. */
export const isOutdated = () => stoppedFor().migrations.length > 0

/** Looks every few seconds until it has stopped the work or is cancelled. Returns how to cancel it. */
export function stopWhenOutdated(stop: () => Promise<unknown>, everyMs = 5_000) {
  const timer = setInterval(() => void look(), everyMs).unref()
  const cancel = () => clearInterval(timer)
  async function look() {
    // While the database is away nothing is known, and nothing can be claimed.
    const { ahead } = await migrationState().catch(() => ({ ahead: [] }))
    if (ahead.length === 0 || isOutdated()) return
    stoppedFor().migrations = ahead
    cancel()
    log.fatal(
      { migrations: ahead },
      "a newer version has migrated the database: background work stops; replace this process",
    )
    await stop()
  }
  return cancel
}
