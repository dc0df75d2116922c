/** Starts a production server with a temporary database for the browser tests: `test-server <port> <demo file>`. */
import { rmSync } from "node:fs"
import { prepareApplicationLogin } from "@/prisma/application-login"
import { rowCheckEnv } from "@/prisma/checked-rows"
import { load } from "./bundle"
import { newPassword } from "./postgres/state"
import { type ServerModule, seedOnce } from "./start"
import { buildIfStale } from "./start/build"
import { Shutdown } from "./start/shutdown"
import { startTemporaryDatabase } from "./temporary-database"
import { writePrivateFile } from "./write-private-file"

export async function run([port = "", demoFile = ""]: string[]) {
  Object.assign(process.env, rowCheckEnv)
  const shutdown = new Shutdown()
  const database = await startTemporaryDatabase()
  shutdown.onEnd(database.stop)
  process.env["DATABASE_URL"] = await createApplicationLogin(database.url)
  const baseUrl = `http://localhost:${port}`
  Object.assign(process.env, { NODE_ENV: "production", SIGNALBOX_BASE_URL: baseUrl, NEXTAUTH_URL: baseUrl })
  // The tests' webhook receivers run on this machine.
  Object.assign(process.env, { WEBHOOK_ALLOW_LOOPBACK: "1", WEBHOOK_ALLOW_LOOPBACK_IN_PRODUCTION: "1" })
  // The tests set the IP address of a new account in X-Forwarded-For.
  Object.assign(process.env, { TRUSTED_PROXY_HOPS: "1" })
  const account = await seedOnce()
  Object.assign(process.env, { SIGNALBOX_OPERATORS: account?.email ?? "", SIGNALBOX_OPERATOR_ENGINES: "allowed" })
  shutdown.onEnd(() => rmSync(demoFile, { force: true }))
  writePrivateFile(demoFile, JSON.stringify({ ...account, base_url: baseUrl, database_url: database.url }))
  await buildIfStale(shutdown)
  const { serve } = await load<ServerModule>("server/main.ts")
  const server = await serve({ port: Number(port), hostname: "127.0.0.1", dev: false })
  shutdown.onEnd(() => server.close())
}

/** Creates the application's login, which owns no tables, as in a real installation. Returns its URL. */
async function createApplicationLogin(ownerUrl: string) {
  const url = new URL(ownerUrl)
  Object.assign(url, { username: "signalbox", password: newPassword() })
  await prepareApplicationLogin(ownerUrl, url.href, { setsPassword: true })
  return url.href
}
