/** The driver adapter for Prisma's schema engine: adapter-pg 7.10.0 with workarounds for three of its defects. */
import { PrismaPg } from "@prisma/adapter-pg"
import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils"
import pg from "pg"
import { sessionConfig } from "./session-config"

export function schemaEngineAdapter(url: string, { lockTimeoutMs = 0 }: { lockTimeoutMs?: number } = {}) {
  const opened: SqlDriverAdapter[] = []
  const failures: unknown[] = []
  const track = async (opening: Promise<SqlDriverAdapter>) => {
    const adapter = await opening
    opened.push(adapter)
    return adapter
  }
  const adapter: SqlMigrationAwareDriverAdapterFactory = {
    provider: "postgres",
    adapterName: "@prisma/adapter-pg",
    connect: () => track(connect(url, { lockTimeoutMs, failures })),
    connectToShadowDb: () => track(connectToShadow(url)),
  }
  // The engine closes only some of its connections itself.
  return {
    adapter,
    scriptFailure: () => failures.splice(0).at(-1),
    close: () => Promise.all(opened.map((adapter) => adapter.dispose())),
  }
}

/**
 * Prepares comparisons, which replay the migrations in a separate database: checks that the role may create databases,
 * and drops those that crashed runs left behind.
 */
export async function prepareForShadows(url: string) {
  const { rows: role } = await query(
    url,
    "select rolcreatedb or rolsuper as can_create_databases from pg_roles where rolname = current_user",
  )
  if (!role[0].can_create_databases)
    throw new Error("This command creates a temporary database. Use a login that may create databases (CREATEDB).")
  const { rows } = await query(url, `select datname from pg_database where datname like '${shadowPrefix}%'`)
  const idle = "not exists (select from pg_stat_activity where datname = $1)"
  for (const { datname } of rows) {
    const { rows: found } = await query(url, `select ${idle} as is_idle`, [datname])
    if (found[0].is_idle) await query(url, `drop database if exists "${datname}"`)
  }
}

/** Runs `work` on a new empty database, and drops it afterwards. */
export async function withShadowDatabase<Result>(url: string, work: (shadowUrl: string) => Promise<Result>) {
  const { shadowUrl, drop } = await createShadow(url)
  try {
    return await work(shadowUrl)
  } finally {
    await drop()
  }
}

const shadowPrefix = "prisma_shadow_"

async function connect(url: string, { lockTimeoutMs = 0, failures = [] as unknown[] } = {}) {
  const pool = new pg.Pool({ ...sessionConfig(url), max: 1 })
  const charColumns = reportCharAsText(pool)
  const adapter = await new PrismaPg(pool).connect()
  const queryRaw = adapter.queryRaw.bind(adapter)
  // adapter-pg maps "char" to no column type, and the engine panics if it is passed as Text.
  adapter.queryRaw = async (sql) => {
    const result = await queryRaw(sql)
    const columnTypes = result.columnTypes.map((type, i) => (charColumns.has(i) ? ColumnTypeEnum.Character : type))
    return { ...result, columnTypes }
  }
  // adapter-pg splits scripts at every semicolon. That breaks $$ bodies, and leaves half of a failed migration applied.
  adapter.executeScript = async (script) => {
    // Only for the script. The engine's own lock waits until another deployment ends.
    await pool.query(`set lock_timeout = ${lockTimeoutMs}`)
    try {
      await pool.query(script)
    } catch (error) {
      failures.push(error) // the engine itself only reports that there was an error
      throw error
    } finally {
      await pool.query("reset lock_timeout")
    }
  }
  adapter.dispose = async () => {
    if (!pool.ending) await pool.end()
  }
  return adapter
}

/**
 * Reports columns of type "char", which pg_catalog uses, as text. Returns their indexes in the latest result, which is
 * the caller's own because the pool has one connection.
 */
function reportCharAsText(pool: pg.Pool) {
  const charOid = 18
  const textOid = 25
  const columns = new Set<number>()
  const original = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryResult>
  pool.query = (async (...args: unknown[]) => {
    const result = await original(...args)
    columns.clear()
    for (const [i, field] of (result.fields ?? []).entries()) {
      if (field.dataTypeID !== charOid) continue
      field.dataTypeID = textOid
      columns.add(i)
    }
    return result
  }) as typeof pool.query
  return columns
}

/**
 * Creates a shadow database for the engine. The database is dropped when the engine disposes of the adapter.
 *
 * adapter-pg drops the database while its own pool is still connected to it, which Postgres refuses. So the pool is
 * closed first.
 */
async function connectToShadow(url: string) {
  const { shadowUrl, drop } = await createShadow(url)
  const adapter = await connect(shadowUrl)
  const dispose = adapter.dispose.bind(adapter)
  adapter.dispose = async () => {
    await dispose()
    await drop()
  }
  return adapter
}

async function createShadow(url: string) {
  const name = shadowPrefix + crypto.randomUUID().replaceAll("-", "")
  await query(url, `create database "${name}"`)
  const shadowUrl = new URL(url)
  shadowUrl.pathname = name
  return { shadowUrl: shadowUrl.href, drop: () => query(url, `drop database if exists "${name}" with (force)`) }
}

async function query(url: string, sql: string, values: unknown[] = []) {
  const client = new pg.Client(sessionConfig(url))
  await client.connect()
  try {
    return await client.query(sql, values)
  } finally {
    await client.end()
  }
}
