/** Applies migrations for a command, and ends it with a sentence where the operator must act. */
import { prepareApplicationLogin } from "@/prisma/application-login"
import { demandMigrated, deploy, mayMigrate } from "@/prisma/migrate"
import { MigrationRefused } from "@/prisma/migration-refused"
import { PlainFailure } from "./plain-failure"

/** `url`: the application's login. `ownerUrl`: the login that owns the tables; the same address where there is only one login. */
export type Addresses = { url: string; ownerUrl: string; setsPassword?: boolean }

/** Returns the names of the migrations that were applied. */
export async function migrateDatabase({ url, ownerUrl, setsPassword = false }: Addresses): Promise<string[]> {
  try {
    if (!(await mayMigrate(ownerUrl))) {
      await demandMigrated(ownerUrl)
      return []
    }
    const applied = await deploy(ownerUrl)
    if (ownerUrl !== url) await prepareApplicationLogin(ownerUrl, url, { setsPassword })
    return applied
  } catch (error) {
    throw error instanceof MigrationRefused ? new PlainFailure(error.message) : error
  }
}

/** The login that migrates: MIGRATION_DATABASE_URL, else that of DATABASE_URL. */
export const ownerUrlIn = ({ MIGRATION_DATABASE_URL, DATABASE_URL }: NodeJS.ProcessEnv) =>
  MIGRATION_DATABASE_URL || DATABASE_URL
