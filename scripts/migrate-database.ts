/** Applies migrations for a command. Stops the command with one sentence when the operator must act. */
import { prepareApplicationLogin } from "@/prisma/application-login"
import { canMigrate, deploy, requireMigrated } from "@/prisma/migrate"
import { MigrationError } from "@/prisma/migration-error"
import { withSessionLock } from "@/prisma/session-lock"
import { UserError } from "./user-error"

/**
 * `url` is for the application's login, `ownerUrl` for the login that owns the tables. They are equal when there is
 * only one login. With `setsPassword`, an existing application login gets the password of `url`.
 */
export type Addresses = { url: string; ownerUrl: string; setsPassword?: boolean }

/**
 * Applies missing migrations and returns their names. A login that may not migrate only checks that none is missing.
 */
export async function migrateDatabase({ url, ownerUrl, setsPassword = false }: Addresses): Promise<string[]> {
  try {
    if (!(await canMigrate(ownerUrl))) {
      await requireMigrated(ownerUrl)
      return []
    }
    const applied = await deploy(ownerUrl)
    if (ownerUrl !== url)
      await withSessionLock(ownerUrl, "signalbox deployment", () =>
        prepareApplicationLogin(ownerUrl, url, { setsPassword }),
      )
    return applied
  } catch (error) {
    throw error instanceof MigrationError ? new UserError(error.message) : error
  }
}

/** The address of the login that migrates: MIGRATION_DATABASE_URL, or DATABASE_URL when that is not set. */
export const ownerUrlIn = ({ MIGRATION_DATABASE_URL, DATABASE_URL }: NodeJS.ProcessEnv) =>
  MIGRATION_DATABASE_URL || DATABASE_URL
