/** Gives the product's tests one database, and takes it away again when they have run. */
import { makeTemplate } from "@/domain/testing/migrated-database"
import { startThrowAwayDatabase } from "./throw-away-database"

export default async function setUp() {
  const database = await startThrowAwayDatabase()
  const dropTemplate = await makeTemplate(database.url)
  return async () => {
    await dropTemplate()
    await database.stop()
  }
}
