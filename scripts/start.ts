/** `npm start`: starts Signalbox, also from an empty clone or after a crash, and serves until a signal stops it. */
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { DemoAccount } from "@/prisma/seed"
import { load } from "./bundle"
import { openFolder } from "./data-dir"
import { migrateDatabase } from "./migrate-database"
import { buildIfStale } from "./start/build"
import { openDatabase, requireConnection } from "./start/database"
import { deleteDatabase } from "./start/delete-database"
import { writeDemoFile } from "./start/demo-file"
import { isRevoked } from "./start/demo-key"
import {
  completeEnvironment,
  isProductionWithDatabase,
  isTrialWithDatabase,
  readEnvFile,
  requireValidVariables,
} from "./start/environment"
import { lockFolder } from "./start/folder"
import { type StartOptions, startHelp, startOptions } from "./start/options"
import { requirePort } from "./start/port"
import { startStep, step } from "./start/progress"
import { requireRecordedSecrets } from "./start/recorded-secrets"
import { Shutdown } from "./start/shutdown"
import { welcome } from "./start/welcome"
import { UserError } from "./user-error"

export type ServerModule = {
  serve(where: { port: number; hostname: string; dev: boolean }): Promise<{ engine: string; close(): Promise<void> }>
}
type SeedModule = { seed(): Promise<DemoAccount | null> }

export const run = (args: string[]) => start(args, { isDev: false })

export async function start(args: string[], { isDev }: { isDev: boolean }) {
  readEnvFile()
  const options = await startOptions(args, { isDev })
  if (!options) return console.log(startHelp(isDev ? "npm run dev" : "npm start"))
  const shutdown = new Shutdown()
  try {
    const { baseUrl, dataDir, isSeeded, isTrial, isEmbedded } = await prepare(options, shutdown)
    // The build needs no database, so it runs while the database opens.
    const building = isDev ? null : buildIfStale(shutdown)
    shutdown.onEnd(() => building?.catch(() => {}))
    const built = building && startStep("Build", () => building, buildRemark)
    await openAndMigrate(dataDir, shutdown)
    const account = isSeeded ? await step("Demo team", () => seedOnce(), seedRemark) : null
    const demo = writeDemoFile(dataDir, baseUrl, account, { isEmbedded })
    await built?.()
    await step("Server", () => listen(options, shutdown), engineRemark)
    const isKeyRevoked = demo !== null && (await isRevoked(demo.api_key, options))
    welcome({ baseUrl, dataDir, demo, isKeyRevoked, isTrialWithDatabase: isTrial })
  } catch (error) {
    if (shutdown.signal.aborted) return shutdown.begin()
    return shutdown.begin({ exitCode: 1, error })
  }
}

/** Checks everything that can stop the start, and takes the data folder, before the database is opened. */
async function prepare(options: StartOptions, shutdown: Shutdown) {
  await requireValidVariables()
  const dataDir = openFolder(options.dataDir)
  const baseUrl = process.env["SIGNALBOX_BASE_URL"] || `http://localhost:${options.port}`
  shutdown.onEnd(lockFolder(dataDir, `Signalbox at ${baseUrl}`))
  await requirePort(options.port, options.hostname)
  const isSeeded = options.isSeeded && !isProductionWithDatabase()
  const isTrial = !options.isDev && isTrialWithDatabase()
  const isEmbedded = !process.env["DATABASE_URL"]
  if (options.isFresh) await deleteDatabase(dataDir, options)
  await completeEnvironment({ dataDir, baseUrl, isDev: options.isDev })
  return { dataDir, baseUrl, isSeeded, isTrial, isEmbedded }
}

async function openAndMigrate(dataDir: string, shutdown: Shutdown) {
  const databaseUrl = process.env["DATABASE_URL"]
  const database = await step("Postgres", () => openDatabase(dataDir, databaseUrl))
  shutdown.onEnd(database.stop)
  const log = join(dataDir, "postgres.log")
  void database.exited.then(() => {
    const reason = `${database.name} ended unexpectedly (log: ${log}). Committed data is safe. Start again.`
    void shutdown.begin({ exitCode: 1, error: new UserError(reason) })
  })
  process.env["DATABASE_URL"] = database.url
  const describeApplied = (names: string[]) => (names.length ? `${names.length} applied` : "up to date")
  await step("Migrations", () => migrateDatabase(database), describeApplied)
  if (databaseUrl) await requireConnection(databaseUrl)
  // Nothing needs the login that owns the tables after the migrations.
  delete process.env["MIGRATION_DATABASE_URL"]
  await requireRecordedSecrets()
}

export async function seedOnce() {
  const { seed } = await load<SeedModule>("prisma/seed.ts")
  return seed()
}

const seedRemark = (account: DemoAccount | null) =>
  account ? "sample data, dated relative to today" : "exists already"

const buildRemark = (wasStale: boolean) => (wasStale ? "built during the steps above" : "up to date")

const engineRemark = (engine: string) => `engine: ${engine}`

async function listen({ port, hostname, isDev }: StartOptions, shutdown: Shutdown) {
  const { serve } = await load<ServerModule>("server/main.ts")
  const server = await serve({ port, hostname, dev: isDev })
  shutdown.onEnd(() => Promise.race([server.close(), sleep(drainMs)]))
  return server.engine
}

/** Longer than the server's own shutdown: it drains for up to 4 s and cuts off requests 10 s later. */
const drainMs = 15_000
