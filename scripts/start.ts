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
import { readStartOptions, type StartOptions, startHelp } from "./start/options"
import { requirePort } from "./start/port"
import { startStep, step } from "./start/progress"
import { requireRecordedSecrets } from "./start/recorded-secrets"
import { Shutdown } from "./start/shutdown"
import { printWelcome } from "./start/welcome"
import { UserError } from "./user-error"

export type ServerModule = {
  serve(options: { port: number; hostname: string; dev: boolean }): Promise<{ engine: string; close(): Promise<void> }>
}
type SeedModule = { seed(): Promise<DemoAccount | null> }

export const run = (args: string[]) => start(args, { isDev: false })

export async function start(args: string[], { isDev }: { isDev: boolean }) {
  readEnvFile()
  const options = await readStartOptions(args, { isDev })
  if (!options) return console.log(startHelp(isDev ? "npm run dev" : "npm start"))
  const shutdown = new Shutdown()
  try {
    const { baseUrl, dataDir, isSeeded, isTrial, isEmbedded } = await prepare(options, shutdown)
    // The build needs no database, so it runs while the database opens.
    const build = isDev ? null : buildIfStale(shutdown)
    shutdown.onEnd(() => build?.catch(() => {}))
    const waitForBuild = build && startStep("Build", () => build, describeBuild)
    await openAndMigrate(dataDir, shutdown)
    const account = isSeeded ? await step("Demo team", () => seedOnce(), describeSeed) : null
    const demo = writeDemoFile(dataDir, baseUrl, account, { isEmbedded })
    await waitForBuild?.()
    await step("Server", () => startServer(options, shutdown), describeEngine)
    const isKeyRevoked = demo !== null && (await isRevoked(demo.api_key, options))
    printWelcome({ baseUrl, dataDir, demo, isKeyRevoked, isTrialWithDatabase: isTrial })
  } catch (error) {
    if (shutdown.signal.aborted) return shutdown.begin()
    return shutdown.begin({ exitCode: 1, error })
  }
}

/**
 * Checks everything that can stop the start, locks the data folder and completes the environment, before the database
 * is opened.
 */
async function prepare(options: StartOptions, shutdown: Shutdown) {
  await requireValidVariables()
  const dataDir = openFolder(options.dataDir)
  const baseUrl = process.env["SIGNALBOX_BASE_URL"] || `http://localhost:${options.port}`
  shutdown.onEnd(lockFolder(dataDir, `Signalbox at ${baseUrl}`))
  await requirePort(options.port, options.hostname)
  // Read before `completeEnvironment` sets NODE_ENV, and before `openAndMigrate` sets DATABASE_URL.
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

const describeSeed = (account: DemoAccount | null) =>
  account ? "sample data, dated relative to today" : "exists already"

const describeBuild = (wasStale: boolean) => (wasStale ? "built during the steps above" : "up to date")

const describeEngine = (engine: string) => `engine: ${engine}`

async function startServer({ port, hostname, isDev }: StartOptions, shutdown: Shutdown) {
  const { serve } = await load<ServerModule>("server/main.ts")
  const server = await serve({ port, hostname, dev: isDev })
  shutdown.onEnd(() => Promise.race([server.close(), sleep(drainMs)]))
  return server.engine
}

/** Longer than the server's own shutdown: it drains for up to 4 s and cuts off requests 10 s later. */
const drainMs = 15_000
