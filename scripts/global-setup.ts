/**
 * Vitest global setup: bundles the worker-thread module, and creates the tests' database and a folder for files of
 * answers. The teardown deletes both.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { makeTemplate } from "@/domain/testing/migrated-database"
import { rowCheckEnv } from "@/prisma/checked-rows"
import { bundle, workerEntry } from "./bundle"
import { startTemporaryDatabase } from "./temporary-database"

export default async function setUp() {
  Object.assign(process.env, rowCheckEnv)
  await bundle(workerEntry)
  const database = await startTemporaryDatabase()
  const dropTemplate = await makeTemplate(database.url)
  const answerFiles = mkdtempSync(join(tmpdir(), "signalbox-answer-files-"))
  process.env["ANSWER_FILES_FOLDER"] = answerFiles
  return async () => {
    rmSync(answerFiles, { recursive: true, force: true })
    await dropTemplate()
    await database.stop()
  }
}
