/** A migrated database for one run of tests: in a temporary folder, fast because it need not survive a power cut. */
import { appendFileSync, chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { trialPolicies } from "@/domain/installation/policies"
import { deploy } from "@/prisma/migrate"
import { generateClient } from "./generated-client"
import { newSecrets } from "./own-secrets"
import { startPostgres } from "./postgres"
import { clearLeftovers } from "./postgres/leftovers"
import { readState } from "./postgres/state"
import { isAlive } from "./process-identity"
import { createExternalDatabase } from "./test/external-database"

/**
 * Also sets the environment variables that the product needs: the database's address and new secrets. With
 * SIGNALBOX_TEST_DATABASE_URL the database is created on that server instead of on a new embedded Postgres.
 */
export async function startThrowAwayDatabase() {
  await clearAbandoned()
  await generateClient()
  const dataDir = mkdtempSync(PREFIX)
  chmodSync(dataDir, 0o711) // as root, Postgres runs as somebody else and must be able to pass
  const server = process.env["SIGNALBOX_TEST_DATABASE_URL"]
  const postgres = server ? await createExternalDatabase(server) : await startPostgres({ dataDir, isDurable: false })
  await deploy(postgres.url)
  Object.assign(process.env, newSecrets(), trialPolicies, { DATABASE_URL: postgres.url })
  return {
    url: postgres.url,
    dataDir,
    async stop() {
      await postgres.stop()
      keepLog(join(dataDir, "postgres.log"))
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The whole test run's logs are searched for secrets, those of Postgres too. */
function keepLog(log: string) {
  const folder = process.env["SIGNALBOX_LOG_FOLDER"]
  if (folder && existsSync(log)) appendFileSync(join(folder, "postgres.log"), readFileSync(log))
}

const PREFIX = join(tmpdir(), "signalbox-throw-away-")

/** What killed runs left behind: a Postgres without a master, and its folder. */
async function clearAbandoned() {
  for (const name of readdirSync(tmpdir()).filter((name) => join(tmpdir(), name).startsWith(PREFIX))) {
    const dataDir = join(tmpdir(), name)
    const owner = readState(dataDir)?.owner
    if (!owner || isAlive(owner)) continue
    await clearLeftovers(join(dataDir, "postgres"), () => {})
    rmSync(dataDir, { recursive: true, force: true })
  }
}
