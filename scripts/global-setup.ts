/** Gives the product's tests one database, and takes it away again when they have run. */
import { startThrowAwayDatabase } from "./throw-away-database"

export default async function setUp() {
  const database = await startThrowAwayDatabase()
  return database.stop
}
