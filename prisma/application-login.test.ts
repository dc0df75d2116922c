import { randomBytes } from "node:crypto"
import pg from "pg"
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest"
import { createMigrated, dropDatabase } from "@/domain/testing/migrated-database"
import { freshTeam } from "@/domain/testing/team"
import { prepareApplicationLogin } from "./application-login"
import { acrossTeams, disconnect, inTeam, prisma } from "./client"
import { deploy } from "./migrate"

let [ownerUrl, applicationUrl, login] = ["", "", ""]

beforeEach(async () => {
  const shared = process.env["DATABASE_URL"] ?? ""
  const name = `login_${randomBytes(6).toString("hex")}`
  login = `app_${randomBytes(6).toString("hex")}`
  await createMigrated(shared, name)
  const owner = new URL(shared)
  const application = new URL(shared)
  for (const url of [owner, application]) url.pathname = name
  Object.assign(application, { username: login, password: "p@ss word/1" })
  ;[ownerUrl, applicationUrl] = [owner.href, application.href]
  onTestFinished(async () => {
    await disconnect()
    vi.unstubAllEnvs()
    await dropDatabase(shared, name)
    await asOwnerOf(shared, `drop role if exists ${login}`)
  })
})
afterEach(() => disconnect())

async function asOwnerOf(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

it("the application works with a login that owns nothing, cannot leave its role and cannot delete audit entries", async () => {
  await prepareApplicationLogin(ownerUrl, applicationUrl)
  await prepareApplicationLogin(ownerUrl, applicationUrl)
  vi.stubEnv("DATABASE_URL", applicationUrl)
  await disconnect()
  const team = await freshTeam()
  expect(await inTeam(team.id, () => prisma.team.count())).toBe(1)

  const forbidden = [
    "alter table client disable row level security",
    "drop table client",
    "create table mine (n int)",
    "delete from audit_entry",
    "update audit_entry set action = 'other'",
    'select password_hash from "user"',
    "select * from _prisma_migrations",
    "insert into additive_migration values ('x')",
    "set role postgres",
  ]
  for (const text of forbidden) {
    // Injected SQL would start like this: it leaves the role that the pool has set.
    const attack = asOwnerOf(applicationUrl, `reset role; select set_config('app.team_id', '*', false); ${text}`)
    await expect(attack, text).rejects.toThrow(/permission denied|must be owner/)
  }
  await expect(asOwnerOf(applicationUrl, "select name from client")).resolves.toEqual([])
  expect(await acrossTeams(() => prisma.team.count())).toBe(1)
})

it("rejects a login that owns the tables as the application's login", async () => {
  await expect(prepareApplicationLogin(ownerUrl, ownerUrl)).rejects.toThrow(
    /^The login "postgres" of DATABASE_URL owns/,
  )
})

it("preserves the password of an existing login unless setsPassword is given", async () => {
  await prepareApplicationLogin(ownerUrl, applicationUrl)
  const other = new URL(applicationUrl)
  other.password = "another"
  await prepareApplicationLogin(ownerUrl, other.href)
  await expect(asOwnerOf(other.href, "select 1")).rejects.toThrow(/password authentication failed/)
  await prepareApplicationLogin(ownerUrl, other.href, { setsPassword: true })
  await expect(asOwnerOf(other.href, "select 1")).resolves.toHaveLength(1)
})

it("an owner that cannot create roles gets an error with the statements for an administrator", async () => {
  await asOwnerOf(ownerUrl, `create role ${login} login password 'x'; alter table client owner to ${login}`)
  const weak = new URL(ownerUrl)
  Object.assign(weak, { username: login, password: "x" })
  const application = new URL(applicationUrl)
  application.username = `${login}_more`
  await expect(prepareApplicationLogin(weak.href, application.href)).rejects.toThrow(/As an administrator: create role/)
  await asOwnerOf(ownerUrl, "alter table client owner to postgres")
})

it("migrating again changes nothing about the login", async () => {
  await prepareApplicationLogin(ownerUrl, applicationUrl)
  expect(await deploy(ownerUrl)).toEqual([])
})
