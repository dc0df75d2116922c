/**
 * Creates a migrated temporary database for tests and benchmarks. The embedded Postgres is fast because it does not
 * have to survive a power failure.
 */
import { appendFileSync, chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { trialPolicies } from "@/domain/kernel/policies"
import { deploy } from "@/prisma/migrate"
import { generateClient } from "./generated-client"
import { newSecrets } from "./key-file"
import { startPostgres } from "./postgres"
import { clearLeftovers } from "./postgres/leftovers"
import { readState } from "./postgres/state"
import { isAlive } from "./process-identity"
import { createExternalDatabase } from "./test/external-database"

/**
 * Also sets the environment variables that the product needs: the database's address and new secrets. With
 * SIGNALBOX_TEST_DATABASE_URL the database is created on that server instead of on a new embedded Postgres.
 */
export async function startTemporaryDatabase() {
  await removeAbandonedDatabases()
  await generateClient()
  const dataDir = mkdtempSync(folderPrefix)
  chmodSync(dataDir, 0o711) // as root, Postgres runs under another account, which must reach the folders inside
  const server = process.env["SIGNALBOX_TEST_DATABASE_URL"]
  const postgres = server ? await createExternalDatabase(server) : await startPostgres({ dataDir, isDurable: false })
  await deploy(postgres.url)
  Object.assign(process.env, newSecrets(), trialPolicies, { DATABASE_URL: postgres.url })
  return {
    url: postgres.url,
    dataDir,
    async stop() {
      await postgres.stop()
      saveLog(join(dataDir, "postgres.log"))
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Adds Postgres's log to the logs of the test run, which are searched for secrets. */
function saveLog(logFile: string) {
  const folder = process.env["SIGNALBOX_LOG_FOLDER"]
  if (folder && existsSync(logFile)) appendFileSync(join(folder, "postgres.log"), readFileSync(logFile))
}

const folderPrefix = join(tmpdir(), "signalbox-temporary-")

/** Returns the process that started the Postgres of the folder, or null or undefined if it is not known. */
function readOwner(dataDir: string) {
  try {
    return readState(dataDir)?.owner
  } catch {
    return null
  }
}

/**
 * Cleans up after killed runs: stops their orphaned Postgres and removes its folder. Leaves folders without a known
 * owner: their Postgres may be starting, they may belong to another account, or their database is on
 * SIGNALBOX_TEST_DATABASE_URL.
 */
async function removeAbandonedDatabases() {
  for (const name of readdirSync(tmpdir()).filter((name) => join(tmpdir(), name).startsWith(folderPrefix))) {
    const dataDir = join(tmpdir(), name)
    const owner = readOwner(dataDir)
    if (!owner || isAlive(owner)) continue
    await clearLeftovers(join(dataDir, "postgres"), () => {})
    rmSync(dataDir, { recursive: true, force: true })
  }
}
