/**
 * Manages the database's structure: applies migrations, shows their status, creates a migration, and checks that
 * schema.prisma, the migrations and the database agree.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { DiffTarget, MigrationList, SchemaEngine } from "@prisma/schema-engine-wasm/schema_engine_bg"
import pg from "pg"
import { z } from "zod"
import { isAdditive, recordAdditive } from "./additive-migration"
import { checkedRows } from "./checked-rows"
import { structureOf } from "./live-structure"
import { MigrationError } from "./migration-error"
import { schemaFile, withSchemaEngine } from "./schema-engine"
import { prepareForShadows, withShadowDatabase } from "./schema-engine-adapter"
import { sessionConfig } from "./session-config"
import { withSessionLock } from "./session-lock"

/**
 * Applies the missing migrations in order and returns their names. Concurrent deployments wait for each other. Prisma's
 * engine has a lock for this too, but times out after 10 s, and a migration of a large table takes longer.
 *
 * A migration that waits for a lock blocks every query behind it. So it waits at most `lockTimeoutMs`, lets the queries
 * pass, and tries again.
 */
export async function deploy(url: string, { lockTimeoutMs = 3_000, attempts = 10, pauseMs = 5_000 } = {}) {
  const additive = migrationsList()
    .migrationDirectories.filter(isAdditiveMigration)
    .map(({ path }) => path)
  return withSessionLock(url, "signalbox deployment", () =>
    withSchemaEngine(
      url,
      async (engine, scriptFailure) => {
        await requireNotNewer(engine)
        // So that running processes do not stop while the migrations are applied.
        await recordAdditive(url, additive)
        const applied = await applyWithRetries(engine, scriptFailure, { lockTimeoutMs, attempts, pauseMs })
        // Again, because one of the migrations may have created the table.
        if (applied.length > 0) await recordAdditive(url, additive)
        return applied
      },
      { lockTimeoutMs },
    ),
  )
}

const canMigrateRow = z.object({ can_migrate: z.boolean() })

/** True if this login applies migrations: on an empty database every login, later only the owner of the tables. */
export async function canMigrate(url: string): Promise<boolean> {
  const [found] = await readRows(
    url,
    canMigrateRow,
    `select case when to_regclass('public._prisma_migrations') is null then true
       else has_table_privilege('public._prisma_migrations', 'insert') end as can_migrate`,
  )
  return found?.can_migrate ?? false
}

const migrationRow = z.object({ name: z.string(), is_finished: z.boolean() })

/** For a login that cannot migrate: throws if the database is older or newer than this code. */
export async function requireMigrated(url: string) {
  const found = await readRows(url, migrationRow, "select name, is_finished from migration_state()").catch(
    (error: unknown) => {
      // The function is missing in a database of a very old version, which lacks migrations.
      if (isUndefinedFunction(error)) return []
      throw error
    },
  )
  const own = migrationsList().migrationDirectories.map(({ path }) => path)
  const finished = new Set(found.filter(({ is_finished }) => is_finished).map(({ name }) => name))
  const missing = own.filter((name) => !finished.has(name))
  if (missing.length > 0)
    throw new MigrationError(
      `The database lacks ${missing.length} migrations, and the login of DATABASE_URL may not apply them. Run migrate deploy with MIGRATION_DATABASE_URL first.`,
    )
  const unknown = found.map(({ name }) => name).filter((name) => !own.includes(name))
  if (unknown.length > 0) throw newerDatabase(unknown)
}

const isUndefinedFunction = (error: unknown) => error instanceof Error && "code" in error && error.code === "42883"

async function readRows<Row>(url: string, row: z.ZodType<Row>, text: string): Promise<Row[]> {
  const client = new pg.Client(sessionConfig(url))
  await client.connect()
  try {
    return checkedRows(row, (await client.query(text)).rows, text)
  } finally {
    await client.end()
  }
}

/**
 * Throws if a newer version has migrated the database. This version could misread the data, or write data that the
 * newer version does not expect.
 */
async function requireNotNewer(engine: SchemaEngine) {
  const unknown = unknownMigrations(await diagnose(engine))
  if (unknown.length > 0) throw newerDatabase(unknown)
}

const newerDatabase = (unknown: string[]) =>
  new MigrationError(
    `A newer version of Signalbox has migrated this database (${unknown.join(", ")}). Start that version or a later one, or restore a backup from before.`,
  )

type LockRetries = { lockTimeoutMs: number; attempts: number; pauseMs: number }

async function applyWithRetries(
  engine: SchemaEngine,
  scriptFailure: () => unknown,
  { lockTimeoutMs, attempts, pauseMs }: LockRetries,
) {
  // An earlier deployment was stopped or failed. The engine refuses to continue until its record says so.
  await markFailedAsRolledBack(engine)
  for (let attempt = 1; ; attempt++) {
    try {
      return (await engine.applyMigrations({ migrationsList: migrationsList(), filters })).appliedMigrationNames
    } catch (error) {
      const failure = scriptFailure() ?? error
      if (!isLockTimeout(failure)) throw failure
      const name = await markFailedAsRolledBack(engine)
      if (attempt === attempts)
        throw new MigrationError(
          `Migration ${name} did not get a lock within ${lockTimeoutMs / 1_000} s, in ${attempts} tries, because another session holds it. The migration changed nothing. End long transactions (select pid, xact_start, query from pg_stat_activity order by xact_start), then start again.`,
        )
      await sleep(pauseMs)
    }
  }
}

/**
 * Marks failed migrations as rolled back, and returns their names. Each script runs in one transaction, which Postgres
 * has rolled back, so only the engine's record remains.
 */
async function markFailedAsRolledBack(engine: SchemaEngine) {
  const { failedMigrationNames } = await diagnose(engine)
  for (const migrationName of failedMigrationNames) await engine.markMigrationRolledBack({ migrationName })
  return failedMigrationNames.join(", ")
}

const isLockTimeout = (error: unknown) => error instanceof Error && "code" in error && error.code === "55P03"

const diagnose = (engine: SchemaEngine) =>
  engine.diagnoseMigrationHistory({ migrationsList: migrationsList(), filters, optInToShadowDatabase: false })

/** How the database's history differs from prisma/migrations: one sentence per difference, none when up to date. */
export async function status(url: string) {
  const diagnosis = await withSchemaEngine(url, diagnose)
  return [
    ...diagnosis.failedMigrationNames.map((name) => `migration ${name} did not finish`),
    ...diagnosis.editedMigrationNames.map((name) => `migration ${name} was edited after it was applied`),
    ...missingMigrations(diagnosis).map((name) => `migration ${name} is not applied yet`),
    ...unknownMigrations(diagnosis).map((name) => `migration ${name} is applied but not in prisma/migrations`),
  ]
}

type Diagnosis = Awaited<ReturnType<typeof diagnose>>

/** The migrations that the database does not have yet. */
const missingMigrations = ({ history }: Diagnosis) =>
  history && "unappliedMigrationNames" in history ? history.unappliedMigrationNames : []

/** The migrations of the database that this code does not have. */
const unknownMigrations = ({ history }: Diagnosis) =>
  history && "unpersistedMigrationNames" in history ? history.unpersistedMigrationNames : []

/**
 * Writes the difference between the migrations and schema.prisma as a new migration. Returns null when there is none.
 */
export async function createMigration(url: string, name: string) {
  await prepareForShadows(url)
  const list = migrationsList()
  const from =
    list.migrationDirectories.length > 0 ? { tag: "migrations" as const, ...list } : { tag: "empty" as const }
  const sql = await difference(url, from, { script: true })
  if (sql === null) return null
  const folder = writeMigration(migrationsFolder, name, sql)
  if (!existsSync(providerFile)) writeFileSync(providerFile, 'provider = "postgresql"\n')
  return folder
}

/** Writes a migration without statements, for a change of rows and not of the schema. Returns the name of its folder. */
export const createEmptyMigration = (name: string, parent = migrationsFolder) =>
  writeMigration(parent, name, "-- Say what this migration changes and why, and add its statements.\n")

function writeMigration(parent: string, name: string, sql: string) {
  const folder = `${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}_${name}`
  mkdirSync(join(parent, folder), { recursive: true })
  writeFileSync(join(parent, folder, "migration.sql"), sql)
  return folder
}

/** Every difference between schema.prisma, the migrations and the live database. Empty when they agree. */
export async function check(url: string) {
  await prepareForShadows(url)
  const files = schemaFiles()
  const history = await difference(url, { tag: "migrations", ...migrationsList() }, { script: false })
  const live = await difference(
    url,
    { tag: "schemaDatasource", files, configDir: resolve("prisma") },
    { script: false },
  )
  return [
    ...(await status(url)),
    ...(history === null ? [] : [`the migrations do not match schema.prisma: ${history}`]),
    ...(live === null ? [] : [`the database does not match schema.prisma: ${live}`]),
    ...(await structuralDifferences(url)),
  ]
}

/**
 * Compares what Prisma does not describe (row-level security, functions, triggers, grants) with a new database that has
 * all migrations.
 */
async function structuralDifferences(url: string) {
  const expected = await withShadowDatabase(url, async (shadowUrl) => {
    await deploy(shadowUrl)
    return structureOf(shadowUrl)
  })
  const actual = await structureOf(url)
  return [
    ...[...expected].filter((line) => !actual.has(line)).map((line) => `the database lacks ${line}`),
    ...[...actual].filter((line) => !expected.has(line)).map((line) => `no migration creates ${line}`),
  ]
}

async function difference(url: string, from: DiffTarget, { script }: { script: boolean }) {
  const to = { tag: "schemaDatamodel" as const, files: schemaFiles() }
  const input = { from, to, script, exitCode: true, shadowDatabaseUrl: null, filters }
  const { exitCode, stdout } = await withSchemaEngine(url, (engine) => engine.diff(input))
  return exitCode === 0 ? null : (stdout ?? "").trim()
}

const migrationsFolder = resolve("prisma/migrations")
const providerFile = join(migrationsFolder, "migration_lock.toml")
const filters = { externalTables: [], externalEnums: [] }

function schemaFiles() {
  return [{ path: schemaFile, content: readFileSync(schemaFile, "utf8") }]
}

function migrationsList(): MigrationList {
  const entries = existsSync(migrationsFolder) ? readdirSync(migrationsFolder, { withFileTypes: true }) : []
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return {
    baseDir: migrationsFolder,
    shadowDbInitScript: "",
    lockfile: {
      path: "migration_lock.toml",
      content: existsSync(providerFile) ? readFileSync(providerFile, "utf8") : null,
    },
    migrationDirectories: names.sort().map((path) => ({ path, migrationFile: migrationFile(path) })),
  }
}

function isAdditiveMigration({ migrationFile: { content } }: MigrationList["migrationDirectories"][number]) {
  return content.tag === "ok" && isAdditive(content.value)
}

function migrationFile(folder: string) {
  const value = readFileSync(join(migrationsFolder, folder, "migration.sql"), "utf8")
  return { path: "migration.sql", content: { tag: "ok" as const, value } }
}
