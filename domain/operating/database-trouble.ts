/** Whether the database can be worked with: reachable, and as new as this code. */
import { existsSync, readdirSync } from "node:fs"
import { asProblem } from "@/domain/errors"
import { processWide } from "@/domain/process-wide"
import { prisma, rows, sql } from "@/prisma/client"

/** Null when all is well, else one sentence. */
export async function databaseTrouble(): Promise<string | null> {
  try {
    const missing = await missingMigrations()
    return missing.length === 0 ? null : `migrations are not applied: ${missing.join(", ")}`
  } catch (error) {
    return asProblem(error).code === "unavailable" ? "the database cannot be reached" : "the migrations cannot be read"
  }
}

/** What was applied stays applied, so after the first success only the connection is tried. */
async function missingMigrations() {
  const known = processWide("migrations", () => ({ areApplied: false }))
  if (known.areApplied) {
    await rows(sql`select 1`)
    return []
  }
  const applied = await appliedMigrations()
  const missing = ownMigrations().filter((name) => !applied.has(name))
  known.areApplied = missing.length === 0
  return missing
}

function ownMigrations() {
  const folder = "prisma/migrations"
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

/** The application's role must not see this table; the login behind it does, for this one read. */
async function appliedMigrations() {
  const found = await prisma.$transaction(async (tx) => {
    await tx.$executeRaw(sql`set local role none`)
    return tx.$queryRaw<{ name: string }[]>(
      sql`select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null`,
    )
  })
  return new Set(found.map(({ name }) => name))
}
