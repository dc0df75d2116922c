/**
 * Vitest global setup: bundles the worker-thread module and creates the tests' database. The teardown drops the
 * database. Vitest calls it for each project, and the first call serves them all.
 */
import { hasTemplate, makeTemplate } from "@/domain/testing/migrated-database"
import { rowCheckEnv } from "@/prisma/checked-rows"
import { bundle, workerEntry } from "./bundle"
import { startTemporaryDatabase } from "./temporary-database"

export default async function setUp() {
  if (hasTemplate()) return
  Object.assign(process.env, rowCheckEnv)
  await bundle(workerEntry)
  const database = await startTemporaryDatabase()
  const dropTemplate = await makeTemplate(database.url)
  return async () => {
    await dropTemplate()
    await database.stop()
  }
}
