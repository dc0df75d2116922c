/**
 * Starts a separate Postgres that can be killed and started again. Its address stays the same, and committed rows
 * survive.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { disconnect } from "@/prisma/client"
import { deploy } from "@/prisma/migrate"
import { DatabaseProxy } from "@/server/testing/database-proxy"
import { type Postgres, startPostgres } from "../../postgres"

/** Points DATABASE_URL at a proxy, because the port of Postgres changes with each start. `remove` restores the URL. */
export async function startRestartablePostgres() {
  const dataDir = mkdtempSync(join(tmpdir(), "signalbox-temporary-"))
  chmodSync(dataDir, 0o711) // as root, Postgres runs as another user, which must be able to enter this directory
  let postgres: Postgres = await startPostgres({ dataDir })
  await deploy(postgres.url)
  const proxy = new DatabaseProxy()
  const address = new URL(postgres.url)
  const proxyPort = await proxy.open(Number(address.port))
  address.port = String(proxyPort)
  const previous = process.env.DATABASE_URL
  process.env.DATABASE_URL = address.href
  await disconnect()
  return {
    async kill() {
      process.kill(postgres.pid, "SIGKILL")
      await postgres.exited
      await proxy.cut()
    },
    async start() {
      postgres = await startPostgres({ dataDir })
      await proxy.open(Number(new URL(postgres.url).port))
    },
    async remove() {
      await disconnect()
      // Assigning undefined would store the text "undefined".
      if (previous === undefined) delete process.env.DATABASE_URL
      else process.env.DATABASE_URL = previous
      await proxy.cut()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
