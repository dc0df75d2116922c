/** Warns when a metric query finds no data, and says which days have data. */
import { z } from "zod"
import { calendarDate } from "@/domain/kernel/fields"
import type { Warning } from "@/domain/kernel/warnings"
import { rows, sql } from "@/prisma/client"
import { sourcesOf } from "./freshness"
import type { MetricQuery } from "./metric-query"
import type { ResolvedPeriod } from "./period"
import { planQuery } from "./plan"
import type { QueryContext } from "./query-context"

/** Call it only for a query without rows. */
export async function noDataWarning(
  context: QueryContext,
  query: MetricQuery,
  period: ResolvedPeriod,
): Promise<Warning> {
  const { from, to } = period
  // Without the filter. Otherwise a filter value that no source has would look like a missing source.
  const sources = sourcesOf(planQuery(context, { ...query, filter: {} }, period).parts)
  if (sources.length === 0) return warning("No data source of this client provides these metrics and dimensions.")
  const ids = sources.map(({ id }) => id)
  const [span] = await rows(
    spanRow,
    sql`
      select min(data_from) as first, max(data_through) as last from data_source
      where team_id = ${context.team_id} and client_id = ${context.client_id} and id = any(${ids})`,
  )
  const { first = null, last = null } = span ?? {}
  if (first === null || last === null) return warning("The data sources of these metrics have no data yet.")
  const hasData = from <= last && to >= first
  const hasFilter = Object.keys(query.filter).length > 0
  const reason =
    hasData && hasFilter
      ? `No data from ${from} to ${to} matches the filter. Filter values must match exactly.`
      : `These metrics have no data from ${from} to ${to}.`
  return warning(`${reason} Their data sources have data from ${first} to ${last}.`)
}

const warning = (message: string): Warning => ({ code: "no_data", message, path: "data" })

const spanRow = z.object({ first: calendarDate().nullable(), last: calendarDate().nullable() })
