/** Checks that the database is usable: reachable, accepting writes, and at the migrations that this code needs. */
import { asProblem } from "@/domain/kernel/errors"
import { whyNotWritable } from "@/domain/kernel/write-probe"
import { backgroundStopState, migrationState } from "./migration-state"

/** Returns null when the database is usable, and otherwise the reason. */
export async function whyNotReady(): Promise<string | null> {
  try {
    const { missing, ahead } = await migrationState()
    // Includes migrations that stopped the background jobs of this process, because the jobs do not start again.
    const newer = [...new Set([...backgroundStopState().unsupportedMigrations, ...ahead])]
    if (newer.length > 0) return `the database was migrated by a newer version: ${newer.join(", ")}`
    if (missing.length > 0) return `migrations are missing: ${missing.join(", ")}`
    return await whyNotWritable()
  } catch (error) {
    return asProblem(error).code === "unavailable" ? "the database cannot be reached" : "the migrations cannot be read"
  }
}
