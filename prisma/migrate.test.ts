import { readFileSync } from "node:fs"
import pg from "pg"
import { beforeEach, expect, test } from "vitest"
import { check, deploy, status } from "./migrate"

let url = ""

beforeEach(async () => {
  const name = `migrate_${crypto.randomUUID().replaceAll("-", "")}`
  await query(process.env["DATABASE_URL"] ?? "", `CREATE DATABASE ${name}`)
  const own = new URL(process.env["DATABASE_URL"] ?? "")
  own.pathname = name
  url = own.href
})

test("brings an empty database up to date, once", async () => {
  expect((await status(url)).length).toBeGreaterThan(0)
  expect((await deploy(url)).length).toBeGreaterThan(0)
  expect(await deploy(url)).toEqual([])
  expect(await status(url)).toEqual([])
})

test("several deployments at the same time apply each migration once", async () => {
  const applied = await Promise.all([deploy(url), deploy(url), deploy(url)])
  expect(new Set(applied.flat()).size).toBe(applied.flat().length)
  expect(await status(url)).toEqual([])
})

test("finds that schema, migrations and a migrated database agree", async () => {
  await deploy(url)
  expect(await check(url)).toEqual([])
})

test("finds a migration that was edited after it had been applied", async () => {
  await deploy(url)
  await query(url, "UPDATE _prisma_migrations SET checksum = 'other' WHERE migration_name LIKE '%_tables'")
  expect(await status(url)).toEqual([expect.stringMatching(/_tables was edited after it had been applied/)])
})

test.each([
  ["a column", 'ALTER TABLE "team" ADD COLUMN planted text', /planted/],
  ["a missing index", 'DROP INDEX "user_email_key"', /user_email_key|email/],
  [
    "a table without row-level security",
    'ALTER TABLE "client" DISABLE ROW LEVEL SECURITY',
    /lacks row-level security on client/,
  ],
  [
    "a policy that lets everybody in",
    'ALTER POLICY team_isolation ON "client" USING (true)',
    /policy team_isolation on client/,
  ],
  ["a missing trigger", 'DROP TRIGGER tally_insert ON "client"', /lacks trigger on client/],
  ["a grant", 'GRANT UPDATE ON "audit_entry" TO signalbox_app', /grant of .*UPDATE.* on audit_entry/],
  ["a partial index that Prisma does not see", 'DROP INDEX "scan_one_unfinished"', /lacks index .*scan_one_unfinished/],
])("finds %s that somebody changed by hand", async (_, change, complaint) => {
  await deploy(url)
  await query(url, change)
  expect((await check(url)).join("\n")).toMatch(complaint)
})

test("the schema engine is the one that Prisma's own command line uses", () => {
  const version = (name: string): string =>
    JSON.parse(readFileSync(`node_modules/@prisma/${name}/package.json`, "utf8")).version
  expect(version("schema-engine-wasm")).toBe(version("engines-version"))
})

async function query(database: string, sql: string) {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
