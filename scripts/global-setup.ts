/** Vitest global setup: bundles the worker-thread module and creates the tests' database. The teardown drops the database. */
import { makeTemplate } from "@/domain/testing/migrated-database"
import { bundle, workerEntry } from "./bundle"
import { startThrowAwayDatabase } from "./throw-away-database"

export default async function setUp() {
  await bundle(workerEntry)
  const database = await startThrowAwayDatabase()
  const dropTemplate = await makeTemplate(database.url)
  return async () => {
    await dropTemplate()
    await database.stop()
  }
}
