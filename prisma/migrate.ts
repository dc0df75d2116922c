/** The four things done to the database's structure: apply, look, write a migration, and check that all agree. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import type { MigrationList } from "@prisma/schema-engine-wasm/schema_engine_bg"
import { structureOf } from "./live-structure"
import { SCHEMA_FILE, withSchemaEngine } from "./schema-engine"
import { prepareForShadows, withShadowDatabase } from "./schema-engine-adapter"

/** Applies what is missing, in order; several at the same time wait for each other. Returns the names applied. */
export async function deploy(url: string) {
  const input = { migrationsList: migrationsList(), filters }
  return withSchemaEngine(url, async (engine) => (await engine.applyMigrations(input)).appliedMigrationNames)
}

/** In what way the database's history differs from prisma/migrations; one sentence each, none when up to date. */
export async function status(url: string) {
  const input = { migrationsList: migrationsList(), filters, optInToShadowDatabase: false }
  const found = await withSchemaEngine(url, (engine) => engine.diagnoseMigrationHistory(input))
  const { history } = found
  return [
    ...found.failedMigrationNames.map((name) => `migration ${name} failed half-way`),
    ...found.editedMigrationNames.map((name) => `migration ${name} was edited after it had been applied`),
    ...(history && "unappliedMigrationNames" in history ? history.unappliedMigrationNames : []).map(
      (name) => `migration ${name} is not applied yet`,
    ),
    ...(history && "unpersistedMigrationNames" in history ? history.unpersistedMigrationNames : []).map(
      (name) => `migration ${name} is applied but not in prisma/migrations`,
    ),
  ]
}

/** Writes the step from the migrations to schema.prisma as a new migration; null when there is none. */
export async function createMigration(url: string, name: string) {
  await prepareForShadows(url)
  const list = migrationsList()
  const from =
    list.migrationDirectories.length > 0 ? { tag: "migrations" as const, ...list } : { tag: "empty" as const }
  const sql = await difference(url, from, { script: true })
  if (sql === null) return null
  const folder = `${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}_${name}`
  mkdirSync(join(FOLDER, folder), { recursive: true })
  writeFileSync(join(FOLDER, folder, "migration.sql"), sql)
  if (!existsSync(LOCK_FILE)) writeFileSync(LOCK_FILE, 'provider = "postgresql"\n')
  return folder
}

/** Every way in which schema.prisma, the migrations and the live database disagree; empty when they agree. */
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
    ...(history === null ? [] : [`the migrations do not lead to schema.prisma: ${history}`]),
    ...(live === null ? [] : [`the database is not what schema.prisma says: ${live}`]),
    ...(await structuralDifferences(url)),
  ]
}

/** What Prisma does not describe (row-level security, functions, triggers, grants) against a fresh replay. */
async function structuralDifferences(url: string) {
  const expected = await withShadowDatabase(url, async (shadowUrl) => {
    await deploy(shadowUrl)
    return structureOf(shadowUrl)
  })
  const actual = await structureOf(url)
  return [
    ...[...expected].filter((line) => !actual.has(line)).map((line) => `the database lacks ${line}`),
    ...[...actual].filter((line) => !expected.has(line)).map((line) => `no migration makes ${line}`),
  ]
}

async function difference(url: string, from: DiffSource, { script }: { script: boolean }) {
  const to = { tag: "schemaDatamodel" as const, files: schemaFiles() }
  const input = { from, to, script, exitCode: true, shadowDatabaseUrl: null, filters }
  const { exitCode, stdout } = await withSchemaEngine(url, (engine) => engine.diff(input))
  return exitCode === 0 ? null : (stdout ?? "").trim()
}

type DiffSource = Parameters<Parameters<Parameters<typeof withSchemaEngine>[1]>[0]["diff"]>[0]["from"]

const FOLDER = resolve("prisma/migrations")
const LOCK_FILE = join(FOLDER, "migration_lock.toml")
const filters = { externalTables: [], externalEnums: [] }

function schemaFiles() {
  return [{ path: SCHEMA_FILE, content: readFileSync(SCHEMA_FILE, "utf8") }]
}

function migrationsList(): MigrationList {
  const entries = existsSync(FOLDER) ? readdirSync(FOLDER, { withFileTypes: true }) : []
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return {
    baseDir: FOLDER,
    shadowDbInitScript: "",
    lockfile: { path: "migration_lock.toml", content: existsSync(LOCK_FILE) ? readFileSync(LOCK_FILE, "utf8") : null },
    migrationDirectories: names.sort().map((path) => ({ path, migrationFile: migrationFile(path) })),
  }
}

function migrationFile(folder: string) {
  const value = readFileSync(join(FOLDER, folder, "migration.sql"), "utf8")
  return { path: "migration.sql", content: { tag: "ok" as const, value } }
}
