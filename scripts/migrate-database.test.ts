import { randomBytes } from "node:crypto"
import pg from "pg"
import { expect, it, onTestFinished } from "vitest"
import { createMigrated, dropDatabase } from "@/domain/testing/migrated-database"
import { migrateDatabase } from "./migrate-database"

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

it("creates the application's login once when several processes start at the same time", async () => {
  const server = process.env["DATABASE_URL"] ?? ""
  const suffix = randomBytes(6).toString("hex")
  const name = `first_start_${suffix}`
  await createMigrated(server, name)
  const owner = new URL(server)
  owner.pathname = name
  const application = new URL(owner)
  Object.assign(application, { username: `app_${suffix}`, password: "secret-of-the-login" })
  onTestFinished(async () => {
    await dropDatabase(server, name)
    await query(server, `drop role if exists app_${suffix}`)
  })
  const start = () => migrateDatabase({ url: application.href, ownerUrl: owner.href })
  await expect(Promise.all([start(), start(), start(), start()])).resolves.toEqual([[], [], [], []])
  await expect(query(application.href, "select 1")).resolves.toHaveLength(1)
})
