/**
 * Creates a separate database for one test file: a claim takes any due delivery and must not take those of other tests.
 */
import { randomBytes } from "node:crypto"
import { afterAll, beforeAll } from "vitest"
import { createMigrated, dropDatabase } from "@/domain/testing/migrated-database"
import { disconnect } from "@/prisma/client"

/** Applies to all tests of the calling file. */
export function ownDatabase() {
  const shared = process.env["DATABASE_URL"] ?? ""
  const name = `own_${randomBytes(6).toString("hex")}`
  beforeAll(async () => {
    await createMigrated(shared, name)
    const own = new URL(shared)
    own.pathname = `/${name}`
    process.env["DATABASE_URL"] = own.href
    await disconnect()
  })
  afterAll(async () => {
    await disconnect()
    process.env["DATABASE_URL"] = shared
    await dropDatabase(shared, name)
  })
}
