/** Whether the database can be worked with: reachable, and with the migrations that this code was written for. */
import { asProblem } from "@/domain/errors"
import { migrationState, stoppedFor } from "./migration-state"

/** Null when all is well, else one sentence. */
export async function databaseTrouble(): Promise<string | null> {
  try {
    const { missing, ahead } = await migrationState()
    const newer = [...new Set([...stoppedFor().migrations, ...ahead])]
    if (newer.length > 0) return `a newer version has migrated the database: ${newer.join(", ")}`
    return missing.length === 0 ? null : `migrations are not applied: ${missing.join(", ")}`
  } catch (error) {
    return asProblem(error).code === "unavailable" ? "the database cannot be reached" : "the migrations cannot be read"
  }
}
