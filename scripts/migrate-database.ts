/** Applies migrations for a command, and ends it with a sentence where the operator must act. */
import { deploy, MigrationRefused } from "@/prisma/migrate"
import { PlainFailure } from "./plain-failure"

export async function migrateDatabase(url: string) {
  try {
    return await deploy(url)
  } catch (error) {
    throw error instanceof MigrationRefused ? new PlainFailure(error.message) : error
  }
}
