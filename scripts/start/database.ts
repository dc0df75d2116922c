/** The database of a start: the Postgres that DATABASE_URL names, or the embedded one of the data folder. */
import pg from "pg"
import { sessionConfig } from "@/prisma/session-config"
import { PlainFailure } from "../plain-failure"
import { startPostgres } from "../postgres"

export type Database = { url: string; name: string; stop(): Promise<void>; exited: Promise<void> }

export async function openDatabase(dataDir: string, ownUrl: string | undefined): Promise<Database> {
  if (ownUrl) return openOwn(ownUrl)
  const postgres = await startPostgres({ dataDir, log: (line) => console.log(`  ${line}`) })
  return { ...postgres, name: `Postgres (process ${postgres.pid})` }
}

async function openOwn(url: string): Promise<Database> {
  const version = Number(await readVersion(url))
  if (version < OLDEST_MAJOR * 10_000) {
    const found = `${Math.floor(version / 10_000)}.${version % 10_000}`
    throw new PlainFailure(`Signalbox needs Postgres ${OLDEST_MAJOR} or newer; the one of DATABASE_URL is ${found}.`)
  }
  return { url, name: "The Postgres of DATABASE_URL", stop: async () => {}, exited: new Promise(() => {}) }
}

const OLDEST_MAJOR = 14

async function readVersion(url: string) {
  const client = new pg.Client({ ...sessionConfig(url), connectionTimeoutMillis: 10_000 })
  client.on("error", () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version_num: string }>("SHOW server_version_num")
    return rows[0]?.server_version_num
  } catch (error) {
    throw new PlainFailure(`Cannot use the Postgres of DATABASE_URL (${client.host}:${client.port}): ${words(error)}.`)
  } finally {
    await client.end().catch(() => {})
  }
}

function words(error: unknown) {
  if (!(error instanceof Error)) return String(error)
  return error.message || ("code" in error ? String(error.code) : error.name)
}
