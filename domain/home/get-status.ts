/**
 * Counts what needs attention in a team: open signals, failing and stale data sources, and failing webhooks. Data
 * sources of archived clients do not count, because they are not synchronized.
 */
import { z } from "zod"
import { isStaleSql } from "@/domain/data-sources/data-source"
import { defineOperation } from "@/domain/kernel/operation"
import { needsAttention } from "@/domain/webhooks/health"
import { rows, sql } from "@/prisma/client"

const status = z.object({
  signals_open: z.int(),
  /** Open signals with the severity `critical`. */
  signals_critical: z.int(),
  /** Data sources whose syncs fail, or that need a new authorization. */
  sources_failing: z.int(),
  /** Data sources that are not failing, but whose last success is too long ago. */
  sources_stale: z.int(),
  /** Webhooks that are failing, or that Signalbox disabled. */
  webhooks_failing: z.int(),
})

export const getStatus = defineOperation({
  id: "home.getStatus",
  summary: "Count what needs attention",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: status,
  async handle({ team }) {
    const [found] = await rows(
      status,
      sql`
        with open_signal as (select severity from signal where team_id = ${team.id} and status = 'open'),
        source as (
          select d.status in ('error', 'reauth_required') as is_failing, d.status = 'active' and ${isStaleSql} as is_stale
          from data_source d join client c on c.team_id = d.team_id and c.id = d.client_id
          where d.team_id = ${team.id} and c.status <> 'archived')
        select (select count(*) from open_signal)::int as signals_open,
          (select count(*) from open_signal where severity = 'critical')::int as signals_critical,
          (select count(*) from source where is_failing)::int as sources_failing,
          (select count(*) from source where is_stale)::int as sources_stale,
          (select count(*) from webhook_endpoint e where e.team_id = ${team.id} and e.deleted_at is null and ${needsAttention})::int as webhooks_failing`,
    )
    return { data: found as z.infer<typeof status> }
  },
})
