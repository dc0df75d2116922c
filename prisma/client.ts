/**
 * Access to the database: Prisma for writes and simple reads, `rows` for reads that must be a single fast statement.
 */
import "server-only"
import { createHash } from "node:crypto"
import { PrismaPg } from "@prisma/adapter-pg"
import { type CustomTypesConfig, type PoolClient, types } from "pg"
import type { z } from "zod"
import { checkedRows } from "./checked-rows"
import type { Meter } from "./connection"
import { Prisma, PrismaClient } from "./generated/client"
import { applicationPoolConfig, connectionTimeoutMs, queuePoolConfig, TenantPool } from "./pool"

export { Prisma } from "./generated/client"
/** Tagged templates for statements. Values become parameters, nested statements become text. */
export const { sql, join, empty, raw } = Prisma
export type Sql = Prisma.Sql

/**
 * Runs `work` as one team: every query inside sees only that team's rows. Opens no transaction: `work` runs in one only
 * during a dry run (prisma/dry-run.ts). A dry run cannot change its team, because another team needs another
 * connection, which would commit its changes.
 *
 * `meter` adds up the time that `work` waits for the database. Once `signal` aborts, no statement starts outside open
 * transactions.
 */
export async function inTeam<T>(
  team: string,
  work: () => Promise<T>,
  { meter, signal }: { meter?: Meter | undefined; signal?: AbortSignal | undefined } = {},
): Promise<T> {
  const { scope } = database().pool
  const { dryRunClient, team: dryRunTeam } = scope.getStore() ?? {}
  if (dryRunClient && team !== dryRunTeam) throw new Error("A dry run cannot leave its team")
  return scope.run({ team, meter, signal, dryRunClient }, async () => await work())
}

/**
 * Runs `work` across all teams, for example to find a key or a person's memberships. A comment with the words "across
 * teams" states the reason, above the call or in the header of the file.
 */
export const acrossTeams = <T>(work: () => Promise<T>): Promise<T> => inTeam("*", work)

/**
 * Runs `work` as one team, with more time for slow statements. Its connections close after `timeoutMs` plus 3 s without
 * a response of Postgres, instead of 8 s. The caller must set the statement timeout of Postgres to `timeoutMs`.
 */
export function inTeamWithLimit<T>(team: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const { scope } = database().pool
  const responseTimeoutMs = timeoutMs + 3_000
  return scope.run({ ...scope.getStore(), team, responseTimeoutMs }, async () => await work())
}

/**
 * Runs a transaction whose statements may take `timeoutMs` instead of 5 s. The whole transaction may take `totalMs`, by
 * default 20% longer than `timeoutMs`.
 */
export function longTransaction<T>(
  timeoutMs: number,
  work: (tx: Prisma.TransactionClient) => Promise<T>,
  totalMs = timeoutMs * 1.2,
): Promise<T> {
  const workInTeam = async (tx: Prisma.TransactionClient) => {
    await tx.$executeRaw(sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`)
    return work(tx)
  }
  const { team = "" } = database().pool.scope.getStore() ?? {}
  return inTeamWithLimit(team, timeoutMs, () => prisma.$transaction(workInTeam, { timeout: totalMs, maxWait: 30_000 }))
}

/**
 * Runs one prepared statement. The schema `row` gives the rows their type. Only tests run it. Rows are plain JSON
 * values: timestamps are RFC 3339 strings in UTC, dates are YYYY-MM-DD, numeric and bigint are numbers.
 */
export async function rows<Row>(row: z.ZodType<Row>, statement: Sql): Promise<Row[]>
/** Without a schema: the row type is only a cast. */
export async function rows<Row>(statement: Sql): Promise<Row[]>
export async function rows<Row>(...args: [z.ZodType<Row>, Sql] | [Sql]): Promise<Row[]> {
  const [row, { text, values }] = args.length === 1 ? [undefined, args[0]] : args
  const { pool } = database()
  const name = statementName(text)
  const statement = { text, values, types: jsonTypes }
  const result = await (name ? pool.execute({ name, ...statement }) : pool.query(statement))
  return row ? checkedRows(row, result.rows, text) : result.rows
}

/**
 * Like `rows`, but Postgres plans each call for its own values. Meant for statements that read thousands of rows: after
 * five calls of a prepared statement, Postgres may switch to one plan for all values, which can take a hundred times as
 * long.
 */
export async function rowsPlannedPerCall<Row>(row: z.ZodType<Row>, { text, values }: Sql): Promise<Row[]> {
  const result = await database().pool.query({ text, values, types: jsonTypes })
  return checkedRows(row, result.rows, text)
}

/**
 * Runs a statement in a transaction. The schema `row` gives the rows their type. Only tests check rows against it.
 * Values have Prisma's types: timestamps and dates are Date, bigint is BigInt, numeric is Decimal.
 */
export async function rowsIn<Row>(tx: Prisma.TransactionClient, row: z.ZodType<Row>, statement: Sql): Promise<Row[]> {
  return checkedRows(row, await tx.$queryRaw<unknown[]>(statement), statement.text)
}

/** Runs a statement on a connection that the caller holds. Its rows have the types of `rows`. */
export async function rowsOn<Row>(connection: PoolClient, row: z.ZodType<Row>, { text, values }: Sql): Promise<Row[]> {
  return checkedRows(row, (await connection.query({ text, values, types: jsonTypes })).rows, text)
}

/**
 * Runs a queue statement on connections whose planner settings assume a long queue (prisma/pool.ts). Its rows are as in
 * `rows`.
 */
export async function queueRows<Row>(row: z.ZodType<Row>, { text, values }: Sql): Promise<Row[]> {
  const name = createHash("sha1").update(text).digest("base64url")
  const result = await database().queue.query({ name, text, values, types: jsonTypes })
  return checkedRows(row, result.rows, text)
}

/**
 * Prisma on the same pool. Do not use `findUnique` on tenant tables: Prisma batches it across callers, and so across
 * teams.
 */
export const prisma: PrismaClient = new Proxy({} as PrismaClient, {
  get: (_, property) => {
    const client = database().prisma
    const member = Reflect.get(client, property)
    return typeof member === "function" ? member.bind(client) : member
  },
})

/** Closes every connection. The next query opens new ones. */
export async function disconnect() {
  const open = globals.signalboxDatabase
  globals.signalboxDatabase = undefined
  if (!open) return
  await open.prisma.$disconnect()
  await Promise.all([open.pool.end(), open.queue.end()])
}

type Database = { pool: TenantPool; queue: TenantPool; prisma: PrismaClient }
const globals = globalThis as { signalboxDatabase?: Database }

/**
 * The connections of this process, on globalThis, because the bundles of Next and of the product's server share them.
 */
export function database(): Database {
  globals.signalboxDatabase ??= open()
  return globals.signalboxDatabase
}

function open(): Database {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error("DATABASE_URL is not set")
  const pool = withErrorListeners(new TenantPool(applicationPoolConfig(url)))
  const queue = withErrorListeners(new TenantPool(queuePoolConfig(url), pool.scope))
  return { pool, queue, prisma: openPrisma(pool) }
}

/** The application's role cannot read password hashes (domain/people/person.ts), so Prisma omits them by default. */
const openPrisma = (pool: TenantPool) =>
  new PrismaClient({
    adapter: new PrismaPg(pool),
    omit: { user: { password_hash: true } },
    transactionOptions: { maxWait: connectionTimeoutMs },
  }) as unknown as PrismaClient

function withErrorListeners(pool: TenantPool) {
  pool.on("error", () => {}) // an idle connection that breaks is replaced at the next checkout
  // If a connection breaks between checkout and statement, the statement fails. Without a listener its error event
  // would end the process.
  pool.on("connect", (client) => client.on("error", () => {}))
  return pool
}

const names = new Map<string, string | undefined>()

/**
 * The name of the prepared statement. Postgres stores a plan per name and connection, so only the first 500 different
 * texts get a name.
 */
function statementName(text: string) {
  if (!names.has(text) && names.size < 500) names.set(text, createHash("sha1").update(text).digest("base64url"))
  return names.get(text)
}

/**
 * Converts Postgres's UTC text `2026-11-20 06:12:03.1+00` to RFC 3339 with milliseconds. Without a Date, which would
 * cost ten times as much.
 */
const instant = (text: string) =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, "0")}Z`
const parsers = new Map<number, (value: string) => unknown>([
  [types.builtins.DATE, String],
  [types.builtins.TIMESTAMPTZ, instant],
  [types.builtins.NUMERIC, Number],
  [types.builtins.INT8, Number],
])
/** The type parsers of `rows`. */
const jsonTypes: CustomTypesConfig = {
  getTypeParser: ((id: number, format?: "text" | "binary") =>
    parsers.get(id) ?? types.getTypeParser(id, format)) as CustomTypesConfig["getTypeParser"],
}
