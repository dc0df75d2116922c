/** Compares the migrations of the database with those that this process knows. */
import { existsSync, readdirSync } from "node:fs"
import { z } from "zod"
import { processWide } from "@/domain/kernel/process-wide"
import { rows, sql } from "@/prisma/client"

export type MigrationState = {
  /** Migrations that this process needs and the database lacks. */
  missing: string[]
  /**
   * Migrations that a newer version applied or is applying, without those recorded as additive. An additive migration
   * removes nothing that this process uses (prisma/additive-migration.ts). If the list is not empty, this process must
   * stop working.
   */
  ahead: string[]
}

export async function migrationState(): Promise<MigrationState> {
  const found = await rows(migrationRow, sql`select name, is_finished, is_additive from migration_state()`)
  const known = ownMigrations()
  const finished = new Set(found.filter(({ is_finished }) => is_finished).map(({ name }) => name))
  return {
    missing: [...known].filter((name) => !finished.has(name)),
    ahead: found.filter(({ name, is_additive }) => !known.has(name) && !is_additive).map(({ name }) => name),
  }
}

/**
 * `unsupportedMigrations`: the migrations that made this process stop its background jobs. The jobs do not start again.
 */
export const backgroundStopState = () => processWide("stopped-for", () => ({ unsupportedMigrations: [] as string[] }))

/** Read once, because the code of a process does not change. */
const ownMigrations = () =>
  processWide("migrations", () => {
    const folder = "prisma/migrations"
    const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
    return new Set(entries.filter((entry) => entry.isDirectory()).map(({ name }) => name))
  })

const migrationRow = z.object({ name: z.string(), is_finished: z.boolean(), is_additive: z.boolean() })
