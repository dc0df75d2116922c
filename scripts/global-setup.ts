/** Gives the product's tests one database and the module of worker threads, and takes the database away again when they have run. */
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
