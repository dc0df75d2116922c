/**
 * Opens the installation's database for a command: DATABASE_URL, the embedded Postgres of a running start, or the
 * embedded Postgres just for the command.
 */
import { existsSync } from "node:fs"
import { join } from "node:path"
import pg from "pg"
import { sessionConfig } from "@/prisma/session-config"
import { openFolder, resolveDataDir } from "./data-dir"
import { loadSecrets } from "./key-file"
import { migrateDatabase } from "./migrate-database"
import { runningPostgres } from "./postgres/state"
import { hasDatabase, openDatabase, requireConnection } from "./start/database"
import { allowTrialPolicies, isProductionWithDatabase, readEnvFile } from "./start/environment"
import { lockFolder } from "./start/folder"
import { requireRecordedSecrets } from "./start/recorded-secrets"
import { hasCode, UserError } from "./user-error"

/**
 * Passes the arguments without --data-dir to `work`. Other commands see `command` as the holder of the folder's lock.
 */
export async function withDatabase<Result>(
  command: string,
  args: string[],
  work: (rest: string[]) => Promise<Result>,
  { requiresSecrets = true, migrates = true }: Options = {},
) {
  readEnvFile()
  if (!isProductionWithDatabase()) allowTrialPolicies(process.env)
  const { dataDir: dataDirOption, rest } = dataDirIn(args)
  const targetDir = resolveDataDir(dataDirOption)
  await requireInstallation(targetDir)
  const dataDir = openFolder(targetDir)
  Object.assign(process.env, await loadSecrets({ dataDir, hasDatabase: async () => true }, process.env))
  const { url, close } = await open(dataDir, command, migrates)
  process.env["DATABASE_URL"] = url
  try {
    if (requiresSecrets) await requireRecordedSecrets()
    return await work(rest)
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

/** Stops when there is no installation. A database created now would have no team. */
async function requireInstallation(dataDir: string) {
  if (process.env["DATABASE_URL"] || existsSync(join(dataDir, "postgres.json"))) return
  if (existsSync(dataDir) && (await hasDatabase(openFolder(dataDir), undefined))) return
  throw new UserError(
    `There is no installation in ${dataDir}. Run npm start first, or choose the folder of your installation with --data-dir.`,
  )
}

async function open(dataDir: string, command: string, migrates: boolean) {
  const databaseUrl = process.env["DATABASE_URL"]
  const running = databaseUrl ? null : runningPostgres(dataDir)
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
 * Stops while the start that runs Postgres is not ready. The start sets the password of the application's login after
 * the migrations.
 */
async function requireStarted({ url, owner }: NonNullable<ReturnType<typeof runningPostgres>>, dataDir: string) {
  const client = new pg.Client(sessionConfig(url))
  client.on("error", () => {})
  try {
    await client.connect()
  } catch (error) {
    if (!hasCode(error, "ECONNREFUSED", "57P03", "3D000", "28P01")) throw error
    throw new UserError(
      `Signalbox is starting or stopping (process ${owner.pid}, data in ${dataDir}). Try again in a moment.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** Splits the arguments into the folder of --data-dir (`dataDir`) and the rest. */
export function dataDirIn(args: string[]) {
  const index = args.findIndex((arg) => arg === "--data-dir" || arg.startsWith("--data-dir="))
  if (index < 0) return { dataDir: undefined, rest: args }
  const inline = /^--data-dir=(.*)$/s.exec(args[index] ?? "")?.[1]
  const length = inline === undefined ? 2 : 1
  return { dataDir: inline ?? args[index + 1], rest: args.toSpliced(index, length) }
}
