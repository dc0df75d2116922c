/** Reads the data of the demo team from the tables, for tests that compare answers of MCP tools with it. */
import type { TeamContext } from "@/domain/kernel/context"
import { addDays, addMonths, firstOfMonth } from "@/domain/metrics/calendar"
import { acrossTeams, prisma } from "@/prisma/client"

/** The results of the calls, in order. */
// biome-ignore lint/suspicious/noExplicitAny: each tool has its own fields; the snapshot of the catalogue checks them.
type Results = any[]

/** Compares results with the correct answer, by the number of the question. */
export type Answers = Record<number, (results: Results, ctx: TeamContext) => Promise<void>>

export type Days = { from: string; to: string }
type Row = { label: string; value: number }

/** Returns the rows of a statement. `$1` is the first of `values`. */
export const select = <T>(statement: string, ...values: unknown[]): Promise<T[]> =>
  acrossTeams(() => prisma.$queryRawUnsafe<T[]>(statement, ...values))

/** The first column of the first row. */
export async function selectValue<T>(statement: string, ...values: unknown[]): Promise<T> {
  const [row] = await select<Record<string, T>>(statement, ...values)
  return Object.values(row ?? {})[0] as T
}

/** The id of the demo client with this name. */
export const clientNamed = (name: string) => selectValue<string>("select id from client where name = $1", name)

/** The periods that end with the last day that has data of the client. */
export async function periodsOf(clientId: string) {
  const last = await selectValue<string>("select max(date)::text from metric_fact where client_id = $1", clientId)
  const lastDays = (n: number, before = 0): Days => ({
    from: addDays(last, 1 - n - before),
    to: addDays(last, -before),
  })
  const month = (monthsAgo: number): Days => {
    const from = addMonths(firstOfMonth(addDays(last, 1)), -monthsAgo)
    return { from, to: addDays(addMonths(from, 1), -1) }
  }
  return { lastDays, month }
}

/** Sums of a metric by dimension, without one by "". */
export async function sumsOf(clientId: string, metric: string, { from, to }: Days, dimension = "") {
  const rows = await select<Row>(
    `select coalesce(dims ->> $5, '') as label, sum(value)::float8 as value from metric_fact
     where client_id = $1 and metric_id = $2 and dimension_set = $5 and date between $3::date and $4::date group by 1`,
    clientId,
    metric,
    from,
    to,
    dimension,
  )
  return new Map(rows.map(({ label, value }) => [label, value]))
}

export const sumOf = async (clientId: string, metric: string, days: Days) =>
  (await sumsOf(clientId, metric, days)).get("") ?? 0

/** Labels from the highest value to the lowest. */
export const descending = (values: Map<string, number>) =>
  [...values].sort(([, a], [, b]) => b - a).map(([label]) => label)
