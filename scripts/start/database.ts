/** Opens the database: the Postgres of DATABASE_URL, or the embedded one of the data folder. */
import pg from "pg"
import { sessionConfig } from "@/prisma/session-config"
import { type Addresses, ownerUrlIn } from "../migrate-database"
import { startPostgres } from "../postgres"
import { hasCluster } from "../postgres/cluster"
import { clusterFolder } from "../postgres/launch"
import { hasCode, UserError } from "../user-error"

export type Database = Addresses & { name: string; stop(): Promise<void>; exited: Promise<void> }

export async function openDatabase(dataDir: string, databaseUrl: string | undefined): Promise<Database> {
  if (!databaseUrl && process.env["MIGRATION_DATABASE_URL"])
    throw new UserError(
      "MIGRATION_DATABASE_URL is set, but DATABASE_URL is not. Set DATABASE_URL to the application's login.",
    )
  if (databaseUrl) return openExternal(databaseUrl, ownerUrlIn(process.env) ?? databaseUrl)
  const postgres = await startPostgres({ dataDir, log: (line) => console.log(`  ${line}`) })
  const { url: ownerUrl, applicationUrl: url, pid } = postgres
  return { ...postgres, url, ownerUrl, setsPassword: true, name: `Postgres (process ${pid})` }
}

/** Returns whether there is an installation: a cluster in the folder, or a migrated database at `databaseUrl`. */
export async function hasDatabase(dataDir: string, databaseUrl: string | undefined): Promise<boolean> {
  if (!databaseUrl) return hasCluster(clusterFolder(dataDir))
  const [row] = await query<{ is_migrated: boolean }>(
    databaseUrl,
    "select to_regclass('public._prisma_migrations') is not null as is_migrated",
  )
  return row?.is_migrated ?? false
}

/** Connects once with `url`, the value of DATABASE_URL. Throws if that fails. */
export async function requireConnection(url: string) {
  await query(url, "select 1")
}

/** `url`: the value of DATABASE_URL. `ownerUrl`: the URL of the login that migrates. */
export async function openExternal(url: string, ownerUrl: string): Promise<Database> {
  // Throws if the URL is not valid. The login of the URL may not exist yet, because the migrations create it.
  createClient(url)
  if (url !== ownerUrl && !hasReadableLogin(url)) throw invalidUrl("DATABASE_URL")
  const [row] = await query<{ server_version_num: string }>(ownerUrl, "show server_version_num")
  const versionNumber = Number(row?.server_version_num) // 140005 for 14.5
  if (versionNumber < minMajorVersion * 10_000) {
    const version = `${Math.floor(versionNumber / 10_000)}.${versionNumber % 10_000}`
    throw new UserError(
      `Signalbox needs Postgres ${minMajorVersion} or newer. The Postgres of ${findVariable(ownerUrl)} has version ${version}.`,
    )
  }
  return { url, ownerUrl, name: "The Postgres of DATABASE_URL", stop: async () => {}, exited: new Promise(() => {}) }
}

const minMajorVersion = 14

/** Whether the migrations can read the user name and password of the URL. The client of Postgres accepts more URLs. */
function hasReadableLogin(url: string) {
  try {
    const { username, password } = new URL(url)
    decodeURIComponent(username)
    decodeURIComponent(password)
    return true
  } catch {
    return false
  }
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = createClient(url)
  client.on("error", () => {})
  try {
    await client.connect()
    return (await client.query<Row>(text)).rows
  } catch (error) {
    const variable = findVariable(url)
    throw new UserError(
      `Cannot use the Postgres of ${variable} (${client.host}:${client.port}): ${explain(error)}. Start that Postgres, or correct ${variable}, and try again.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** Throws a new error if the URL is not valid, because the original error contains the password. */
function createClient(url: string) {
  try {
    return new pg.Client({ ...sessionConfig(url), connectionTimeoutMillis: 10_000 })
  } catch (error) {
    if (hasCode(error, "ENOENT", "EACCES"))
      throw new UserError(`Cannot read ${(error as NodeJS.ErrnoException).path}, which ${findVariable(url)} names.`)
    throw invalidUrl(findVariable(url))
  }
}

const invalidUrl = (variable: string) =>
  new UserError(
    `${variable} is not a valid URL. Write special characters of the user name and password as %XX, for example %23 for # and %25 for %.`,
  )

/** The name of the environment variable that contains `url`. */
const findVariable = (url: string) =>
  url === process.env["MIGRATION_DATABASE_URL"] ? "MIGRATION_DATABASE_URL" : "DATABASE_URL"

function explain(error: unknown) {
  if (!(error instanceof Error)) return String(error)
  return error.message || ("code" in error ? String(error.code) : error.name)
}
