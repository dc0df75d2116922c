/** Loads the query context of a client: time zone, currency, first weekday and data sources. */
import { z } from "zod"
import { calendarDate, timestamp } from "@/domain/kernel/fields"
import { rows, sql } from "@/prisma/client"
import { providers } from "./provider"

export const source = z.object({
  id: z.string(),
  display_name: z.string(),
  provider: z.enum(providers),
  status: z.enum(["pending", "active", "error", "reauth_required", "paused", "disconnected"]),
  account_currency: z.string().nullable(),
  sync_frequency: z.enum(["hourly", "every_6h", "daily", "weekly", "manual"]),
  data_through: calendarDate().nullable(),
  final_through: calendarDate().nullable(),
  last_success_at: timestamp().nullable(),
  /**
   * Stored metric -> stored breakdowns. A breakdown is written as its sorted dimensions, such as "campaign,device", as
   * in `metric_fact.dimension_set`. The daily total is "". Counts of distinct people add their grain, as in "@week" or
   * "country@day".
   */
  breakdowns: z.record(z.string(), z.array(z.string())),
})
export type Source = z.infer<typeof source>

const queryContext = z.object({
  team_id: z.string(),
  client_id: z.string(),
  timezone: z.string(),
  currency: z.string(),
  week_starts_on: z.int(),
  sources: z.array(source),
})
export type QueryContext = z.infer<typeof queryContext>

/** The dimensions of a stored breakdown other than one of distinct counts. */
export const dimensionsOf = (breakdown: string): string[] => (breakdown === "" ? [] : breakdown.split(","))

export const hasDimension = (breakdown: string, dimension: string) => dimensionsOf(breakdown).includes(dimension)

/** Returns the query context of a client of the team, or undefined. Runs one statement. */
export async function loadQueryContext(teamId: string, clientId: string): Promise<QueryContext | undefined> {
  const [context] = await rows(
    queryContext,
    sql`
      select c.team_id, c.id as client_id, coalesce(c.timezone, t.timezone) as timezone,
        coalesce(c.currency, t.currency) as currency, t.week_starts_on,
        coalesce((
          select json_agg(json_build_object('id', d.id, 'display_name', d.display_name, 'provider', d.provider, 'status', d.status,
            'account_currency', d.account_currency, 'sync_frequency', d.sync_frequency, 'data_through', d.data_through,
            'final_through', d.final_through, 'last_success_at', d.last_success_at, 'breakdowns', d.breakdowns) order by d.id)
          from data_source d where d.team_id = ${teamId} and d.client_id = c.id), '[]') as sources
      from client c join team t on t.id = c.team_id where c.team_id = ${teamId} and c.id = ${clientId}`,
  )
  return context
}
