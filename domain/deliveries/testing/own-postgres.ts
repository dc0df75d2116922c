/**
 * Starts a separate Postgres for one test file. It can be stopped, killed and restarted while the product runs. Its
 * address stays the same.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { disconnect } from "@/prisma/client"
import { deploy } from "@/prisma/migrate"
import { type Postgres, startPostgres } from "@/scripts/postgres"
import { DatabaseProxy } from "@/server/testing/database-proxy"

/** Applies to all tests of the calling file. Durable: committed data survives a kill. */
export function ownPostgres() {
  const shared = process.env["DATABASE_URL"] ?? ""
  const dataDir = mkdtempSync(join(tmpdir(), "signalbox-temporary-"))
  const proxy = new DatabaseProxy()
  let postgres: Postgres
  const start = async () => {
    postgres = await startPostgres({ dataDir })
    return new URL(postgres.url)
  }
  beforeAll(async () => {
    chmodSync(dataDir, 0o711) // as root, Postgres runs as another user, which must be able to enter this directory
    const address = await start()
    await deploy(address.href)
    address.port = String(await proxy.open(Number(address.port)))
    process.env["DATABASE_URL"] = address.href
    await disconnect()
  })
  afterAll(async () => {
    await disconnect()
    process.env["DATABASE_URL"] = shared
    await proxy.cut()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    async end(how: "stopped" | "killed") {
      if (how === "stopped") await postgres.stop()
      else process.kill(postgres.pid, "SIGKILL")
      await postgres.exited
      await proxy.cut()
    },
    start: async () => void (await proxy.open(Number((await start()).port))),
  }
}
