import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { createMigrated } from "@/domain/testing/migrated-database"
import { check, createEmptyMigration, deploy, requireMigrated, status } from "./migrate"
import { sessionLockKey } from "./session-lock"

let url = ""

const server = process.env["DATABASE_URL"] ?? ""
const newName = () => `migrate_${crypto.randomUUID().replaceAll("-", "")}`

function urlOf(name: string) {
  const own = new URL(server)
  own.pathname = name
  return own.href
}

async function emptyDatabase() {
  const name = newName()
  await query(server, `CREATE DATABASE ${name}`)
  return urlOf(name)
}

async function migratedDatabase() {
  const name = newName()
  await createMigrated(server, name)
  return urlOf(name)
}

describe("an empty database", () => {
  beforeEach(async () => {
    url = await emptyDatabase()
  })

  it("is migrated once", async () => {
    expect((await status(url)).length).toBeGreaterThan(0)
    expect((await deploy(url)).length).toBeGreaterThan(0)
    expect(await deploy(url)).toEqual([])
    expect(await status(url)).toEqual([])
  })

  it("gets each migration once when several deployments run at the same time", async () => {
    const applied = await Promise.all([deploy(url), deploy(url), deploy(url)])
    expect(new Set(applied.flat()).size).toBe(applied.flat().length)
    expect(await status(url)).toEqual([])
  })
})

it("a deployment waits until another one ends", async () => {
  url = await emptyDatabase()
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await other.query(`select pg_advisory_lock(${sessionLockKey("signalbox deployment")})`)
  const applied = deploy(url)
  const waiting = async () =>
    (await other.query("select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'"))
      .rowCount
  await expect.poll(waiting).toBe(1)
  expect(await status(url)).not.toEqual([])
  await other.end()
  expect((await applied).length).toBeGreaterThan(0)
})

describe("a migrated database", () => {
  beforeEach(async () => {
    url = await migratedDatabase()
  })

  it("refuses a database that a newer version has migrated, and changes nothing", async () => {
    await query(url, newerMigration)
    await expect(deploy(url)).rejects.toThrow(/^A newer version .* \(29990101000000_newer\)\. Start that version/)
  })

  it("retries a lock with short waits, and explains the error when it never gets it", async () => {
    // As if the latest migration that alters a table were missing.
    const name = "20261123200000_account_by_invitation"
    await query(
      url,
      `DROP INDEX "user_invitation_id_key"; ALTER TABLE "user" DROP COLUMN invitation_id;
       DELETE FROM _prisma_migrations WHERE migration_name = '${name}'`,
    )
    const blocker = new pg.Client({ connectionString: url })
    await blocker.connect()
    await blocker.query('BEGIN; LOCK TABLE "user" IN ACCESS SHARE MODE')
    const impatient = { lockTimeoutMs: 50, attempts: 2, pauseMs: 1 }
    await expect(deploy(url, impatient)).rejects.toThrow(new RegExp(`^Migration ${name} did not get a lock`))
    const patient = deploy(url, { lockTimeoutMs: 50, attempts: 1_000, pauseMs: 1 })
    await blocker.query("COMMIT")
    expect(await patient).toEqual([name])
    expect(await status(url)).toEqual([])
    await blocker.end()
  })

  it("continues after a deployment that was stopped during a migration", async () => {
    const name = "20261123700000_write_probe"
    // The state after a process ends during the script: Postgres has rolled the script back, but the record of its
    // start remains.
    await query(
      url,
      `DROP TABLE write_probe; UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '${name}'`,
    )
    expect(await deploy(url, { attempts: 1 })).toEqual([name])
    expect(await status(url)).toEqual([])
  })

  it("reports an error of the check by a login that may not migrate, instead of missing migrations", async () => {
    await expect(requireMigrated(url)).resolves.toBeUndefined()
    await query(
      url,
      `CREATE OR REPLACE FUNCTION migration_state() RETURNS TABLE (name text, is_finished boolean, is_additive boolean)
         LANGUAGE plpgsql AS $$ BEGIN RAISE 'canceled for the test'; END $$`,
    )
    await expect(requireMigrated(url)).rejects.toThrow("canceled for the test")
    await query(url, "DROP FUNCTION migration_state()")
    await expect(requireMigrated(url)).rejects.toThrow(/^The database lacks \d+ migrations/)
  })

  it("counts the tries for a lock after a deployment that was stopped", async () => {
    const name = "20261123200000_account_by_invitation"
    await query(
      url,
      `DROP INDEX "user_invitation_id_key"; ALTER TABLE "user" DROP COLUMN invitation_id;
       UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '${name}'`,
    )
    const blocker = new pg.Client({ connectionString: url })
    await blocker.connect()
    await blocker.query('BEGIN; LOCK TABLE "user" IN ACCESS SHARE MODE')
    await expect(deploy(url, { lockTimeoutMs: 50, attempts: 1, pauseMs: 1 })).rejects.toThrow(/, in 1 tries, because/)
    await blocker.end()
  })

  it("lists the migrations that older processes can work with, and only the owner can change the list", async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query("SELECT name FROM migration_state() WHERE is_additive")
    expect(rows.map(({ name }) => name)).toContain("20261123510000_migration_state")
    await client.query("SET ROLE signalbox_app")
    await expect(client.query("INSERT INTO additive_migration VALUES ('x')")).rejects.toThrow(/permission denied/)
    await client.end()
  })

  it("finds no difference between schema, migrations and a migrated database", async () => {
    expect(await check(url)).toEqual([])
  })

  it("finds a migration that was edited after it was applied", async () => {
    await query(url, "UPDATE _prisma_migrations SET checksum = 'other' WHERE migration_name LIKE '%_tables'")
    expect(await status(url)).toEqual([expect.stringMatching(/_tables was edited after it was applied/)])
  })
})

const manualChanges = [
  ["a column", 'ALTER TABLE "team" ADD COLUMN planted text', /planted/],
  ["a missing index", 'DROP INDEX "user_email_key"', /user_email_key|unique index on columns \(email\)/],
  [
    "a table without row-level security",
    'ALTER TABLE "client" DISABLE ROW LEVEL SECURITY',
    /lacks row-level security on client/,
  ],
  [
    "a policy that lets everybody in",
    'ALTER POLICY team_isolation ON "report" USING (true)',
    /policy team_isolation on report/,
  ],
  ["a missing trigger", 'DROP TRIGGER tally_insert ON "client"', /lacks trigger on client/],
  ["a grant", 'GRANT UPDATE ON "audit_entry" TO signalbox_app', /grant of .*UPDATE.* on audit_entry/],
  ["a partial index that Prisma does not see", 'DROP INDEX "scan_one_unfinished"', /lacks index .*scan_one_unfinished/],
] as const

describe("finds a manual change:", () => {
  let differences = ""

  // One check finds all of them. Each check takes a second, because it migrates two databases to compare with.
  beforeAll(async () => {
    const changed = await migratedDatabase()
    for (const [, change] of manualChanges) await query(changed, change)
    differences = (await check(changed)).join("\n")
  })

  it.each(manualChanges)("%s", (_, __, complaint) => {
    expect(differences).toMatch(complaint)
  })
})

it("creates an empty migration although the schema has not changed", () => {
  const parent = mkdtempSync(join(tmpdir(), "signalbox-migrations-"))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const folder = createEmptyMigration("add_engine", parent)
  expect(folder).toMatch(/^\d{14}_add_engine$/)
  expect(readdirSync(parent)).toEqual([folder])
  expect(readFileSync(join(parent, folder, "migration.sql"), "utf8")).toMatch(/^-- .+\n$/)
})

it("uses the same schema engine version as Prisma's command line", () => {
  const version = (name: string): string =>
    JSON.parse(readFileSync(`node_modules/@prisma/${name}/package.json`, "utf8")).version
  expect(version("schema-engine-wasm")).toBe(version("engines-version"))
})

const newerMigration = `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
  VALUES (gen_random_uuid(), 'x', '29990101000000_newer', now(), now(), 1)`

async function query(database: string, sql: string) {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
