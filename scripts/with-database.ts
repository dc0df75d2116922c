/**
 * Opens the installation's database for a command. Uses the Postgres of DATABASE_URL or, without that variable, the
 * embedded Postgres, which it starts for the time of the command unless Signalbox is running.
 */
import { existsSync } from "node:fs"
import { join } from "node:path"
import pg from "pg"
import { sessionConfig } from "@/prisma/session-config"
import { openFolder, resolveDataDir } from "./data-dir"
import { loadSecrets } from "./key-file"
import { migrateDatabase } from "./migrate-database"
import { findRunningPostgres } from "./postgres/state"
import { hasDatabase, openDatabase, requireConnection } from "./start/database"
import { applyTrialPolicies, isProductionWithDatabase, readEnvFile } from "./start/environment"
import { lockFolder } from "./start/folder"
import { requireRecordedSecrets } from "./start/recorded-secrets"
import { hasCode, UserError } from "./user-error"

/**
 * Sets DATABASE_URL and the secrets in the environment, runs `work`, and closes the database. `work` receives the
 * arguments without --data-dir. While the command locks the folder, other commands name it as `command`.
 */
export async function withDatabase<Result>(
  command: string,
  args: string[],
  work: (otherArgs: string[]) => Promise<Result>,
  { requiresSecrets = true, migrates = true }: Options = {},
) {
  readEnvFile()
  if (!isProductionWithDatabase()) applyTrialPolicies(process.env)
  const { dataDir: dataDirOption, otherArgs } = extractDataDir(args)
  const targetDir = resolveDataDir(dataDirOption)
  await requireInstallation(targetDir) // before the folder is created
  const dataDir = openFolder(targetDir)
  // There is a database, so missing secrets are an error. None are created.
  Object.assign(process.env, await loadSecrets({ dataDir, hasDatabase: async () => true }, process.env))
  const { url, close } = await openInstallation(dataDir, command, migrates)
  process.env["DATABASE_URL"] = url
  try {
    if (requiresSecrets) await requireRecordedSecrets()
    return await work(otherArgs)
  } finally {
    await close()
  }
}

type Options = {
  /** With false, the command also runs with secrets that do not belong to the database. */
  requiresSecrets?: boolean
  /**
   * With false, the database of DATABASE_URL is not migrated, because running processes of another version may use it.
   */
  migrates?: boolean
}

/** Throws when there is no installation. A database that this command created would have no team. */
async function requireInstallation(dataDir: string) {
  if (process.env["DATABASE_URL"] || existsSync(join(dataDir, "postgres.json"))) return
  if (existsSync(dataDir) && (await hasDatabase(openFolder(dataDir), undefined))) return
  throw new UserError(
    `There is no installation in ${dataDir}. Run npm start first, or choose the folder of your installation with --data-dir.`,
  )
}

async function openInstallation(dataDir: string, command: string, migrates: boolean) {
  const databaseUrl = process.env["DATABASE_URL"]
  const running = databaseUrl ? null : findRunningPostgres(dataDir)
  if (running) {
    await requireStarted(running, dataDir)
    return { url: running.url, close: async () => {} }
  }
  // The embedded Postgres has one owner, so the folder is locked. The Postgres of DATABASE_URL can be shared with a
  // running start.
  const unlock = databaseUrl ? () => {} : lockFolder(dataDir, command)
  // A process that dies of a signal skips the exit hook that stops Postgres. process.exit() runs it.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(130))
  let stop = async () => {}
  const close = async () => {
    await stop()
    unlock()
  }
  try {
    const database = await openDatabase(dataDir, databaseUrl)
    stop = database.stop
    if (migrates || !databaseUrl) await migrateDatabase(database)
    if (databaseUrl) await requireConnection(databaseUrl)
    return { url: database.url, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Throws while the start that runs Postgres is not ready. The start creates the database and the application's login
 * after Postgres accepts connections.
 */
async function requireStarted({ url, owner }: NonNullable<ReturnType<typeof findRunningPostgres>>, dataDir: string) {
  const client = new pg.Client(sessionConfig(url))
  client.on("error", () => {})
  try {
    await client.connect()
  } catch (error) {
    if (!hasCode(error, ...notReadyCodes)) throw error
    throw new UserError(
      `Signalbox is starting or stopping (process ${owner.pid}, data in ${dataDir}). Try again in a moment.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** The errors of a Postgres whose start is not ready. */
const notReadyCodes = [
  "ECONNREFUSED", // the port is closed
  "57P03", // Postgres is starting or stopping
  "3D000", // the database does not exist yet
  "28P01", // the login does not exist yet, or has an earlier password
]

/** Splits the arguments into the value of --data-dir and all others. */
export function extractDataDir(args: string[]) {
  const index = args.findIndex((arg) => arg === "--data-dir" || arg.startsWith("--data-dir="))
  if (index < 0) return { dataDir: undefined, otherArgs: args }
  const [, inlineValue] = /^--data-dir=(.*)$/s.exec(args[index] ?? "") ?? []
  if (inlineValue !== undefined) return { dataDir: inlineValue, otherArgs: args.toSpliced(index, 1) }
  return { dataDir: args[index + 1], otherArgs: args.toSpliced(index, 2) }
}
