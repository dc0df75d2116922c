/**
 * Vitest global setup: bundles the worker-thread module and creates the tests' database. The teardown drops the
 * database and deletes the files of answers.
 */
import { rmSync } from "node:fs"
import { answerFilesFolder } from "@/domain/testing/answer-lines"
import { makeTemplate } from "@/domain/testing/migrated-database"
import { rowCheckEnv } from "@/prisma/checked-rows"
import { bundle, workerEntry } from "./bundle"
import { startTemporaryDatabase } from "./temporary-database"

export default async function setUp() {
  Object.assign(process.env, rowCheckEnv)
  await bundle(workerEntry)
  const database = await startTemporaryDatabase()
  const dropTemplate = await makeTemplate(database.url)
  return async () => {
    rmSync(answerFilesFolder(process.pid), { recursive: true, force: true })
    await dropTemplate()
    await database.stop()
  }
}
