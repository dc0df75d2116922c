/** A Postgres for one file of tests that can be stopped, killed and started again while the product goes on; its address stays. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { disconnect } from "@/prisma/client"
import { deploy } from "@/prisma/migrate"
import { type Postgres, startPostgres } from "@/scripts/postgres"
import { DatabaseLine } from "@/server/testing/database-line"

/** For all tests of the file that calls it. Durable: what it has committed survives being killed. */
export function ownPostgres() {
  const shared = process.env["DATABASE_URL"] ?? ""
  const dataDir = mkdtempSync(join(tmpdir(), "signalbox-throw-away-"))
  const line = new DatabaseLine()
  let postgres: Postgres
  const begin = async () => {
    postgres = await startPostgres({ dataDir })
    return new URL(postgres.url)
  }
  beforeAll(async () => {
    chmodSync(dataDir, 0o711) // as root, Postgres runs as somebody else and must be able to pass
    const address = await begin()
    await deploy(address.href)
    address.port = String(await line.open(Number(address.port)))
    process.env["DATABASE_URL"] = address.href
    await disconnect()
  })
  afterAll(async () => {
    await disconnect()
    process.env["DATABASE_URL"] = shared
    await line.cut()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    async end(how: "stopped" | "killed") {
      if (how === "stopped") await postgres.stop()
      else process.kill(postgres.pid, "SIGKILL")
      await postgres.exited
      await line.cut()
    },
    start: async () => void (await line.open(Number((await begin()).port))),
  }
}
