/**
 * Stops background work for good once a newer version has migrated the database in a way that this process does not
 * support.
 */
import { log } from "@/domain/kernel/log"
import { backgroundStopState, migrationState } from "@/domain/operating/migration-state"

/** True once this process must do no more work. An Inngest server then calls another process. */
export const isOutdated = () => backgroundStopState().unsupportedMigrations.length > 0

/** Checks every `everyMs` until it has stopped the work or is canceled. Returns a function that cancels it. */
export function stopWhenOutdated(stop: () => Promise<unknown>, everyMs = 5_000) {
  const timer = setInterval(() => void check(), everyMs).unref()
  const cancel = () => clearInterval(timer)
  async function check() {
    // While the database is unreachable the state is unknown, but no work can be claimed either.
    const { ahead } = await migrationState().catch(() => ({ ahead: [] }))
    if (ahead.length === 0 || isOutdated()) return
    backgroundStopState().unsupportedMigrations = ahead
    cancel()
    log.fatal(
      { migrations: ahead },
      "a newer version has migrated the database; background work stops. Replace this process with that version",
    )
    await stop()
  }
  return cancel
}
