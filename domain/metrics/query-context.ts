/** Loads the query context of a client: time zone, currency, first weekday and data sources. */

import { rows, sql } from "@/prisma/client"
import type { Day } from "./calendar"
import type { Provider } from "./provider"

export type Source = {
  id: string
  provider: Provider
  status: "pending" | "active" | "error" | "reauth_required" | "paused" | "disconnected"
  account_currency: string | null
  sync_frequency: "hourly" | "every_6h" | "daily" | "weekly" | "manual"
  data_through: Day | null
  final_through: Day | null
  last_success_at: string | null
  /** Stored metric -> stored breakdowns. */
  breakdowns: Record<string, string[]>
}

export type QueryContext = {
  team_id: string
  client_id: string
  timezone: string
  currency: string
  week_starts_on: number
  sources: Source[]
}

/** Returns the query context of a client of the team, or undefined. Runs one statement. */
export async function loadQueryContext(teamId: string, clientId: string): Promise<QueryContext | undefined> {
  const [context] = await rows<QueryContext>(sql`
    select c.team_id, c.id as client_id, coalesce(c.timezone, t.timezone) as timezone,
      coalesce(c.currency, t.currency) as currency, t.week_starts_on,
      coalesce((
        select json_agg(json_build_object('id', d.id, 'provider', d.provider, 'status', d.status,
          'account_currency', d.account_currency, 'sync_frequency', d.sync_frequency, 'data_through', d.data_through,
          'final_through', d.final_through, 'last_success_at', d.last_success_at, 'breakdowns', d.breakdowns) order by d.id)
        from data_source d where d.team_id = ${teamId} and d.client_id = c.id), '[]') as sources
    from client c join team t on t.id = c.team_id where c.team_id = ${teamId} and c.id = ${clientId}`)
  return context
}
