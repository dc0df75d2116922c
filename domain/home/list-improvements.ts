/**
 * Lists changes for the better: open signals that are good for the client, and sources, scans and webhooks that work
 * again after they failed.
 */
import { z } from "zod"
import { isStaleSql } from "@/domain/data-sources/data-source"
import { timestamp } from "@/domain/kernel/fields"
import { defineOperation } from "@/domain/kernel/operation"
import { signal, signalColumns, signalSource } from "@/domain/signals/signal"
import { rows, type Sql, sql } from "@/prisma/client"

const recovery = z.object({
  kind: z.enum(["source", "scan", "webhook"]),
  /** The ID of the data source, the scan or the webhook. */
  id: z.string(),
  /** The name of the data source or of the scan's project, or the URL of the webhook. */
  name: z.string(),
  /** The project of a scan. Null for sources and webhooks. */
  project_id: z.string().nullable(),
  /** When it worked again. */
  at: timestamp(),
})

const maxDays = 7
const maxSignals = 50
/** The maximum number of recoveries of each kind. */
const maxRecoveries = 5

export const listImprovements = defineOperation({
  id: "home.listImprovements",
  summary: "List what improved",
  description:
    "Returns open signals with a positive impact that were first detected in the last seven days, and data sources, scans and webhooks that recovered in this time. Newest first.",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: z.object({ signals: z.array(signal), recoveries: z.array(recovery) }),
  async handle({ team, now }) {
    const since = sql`${now()}::timestamptz - make_interval(days => ${maxDays}::int)`
    const [signals, recoveries] = await Promise.all([
      rows(
        signal,
        sql`
          select ${signalColumns(team)} from ${signalSource}
          where s.team_id = ${team.id} and s.status = 'open' and s.impact = 'positive' and s.first_detected_at >= ${since}
          order by s.first_detected_at desc, s.id desc limit ${maxSignals}`,
      ),
      rows(
        recovery,
        sql`
          select * from ((${recoveredSources(team.id, since)}) union all (${recoveredScans(team.id, since)})
            union all (${recoveredWebhooks(team.id, since)})) r
          order by at desc, id`,
      ),
    ])
    return { data: { signals, recoveries } }
  },
})

/**
 * Active sources whose status changed after a failed sync, and that have synced since. They work again from the end of
 * the first successful sync. A sync that has stored data and still runs has no end, so its change of status counts.
 */
const recoveredSources = (teamId: string, since: Sql) => sql`
  select 'source' as kind, d.id, d.display_name as name, null::text as project_id,
    coalesce((
      select min(r.finished_at) from sync_run r
      where r.team_id = ${teamId} and r.data_source_id = d.id and r.status = 'succeeded'
        and r.finished_at >= d.status_changed_at), d.status_changed_at) as at
  from data_source d join client c on c.id = d.client_id and c.team_id = d.team_id and c.status <> 'archived' cross join lateral (
    select r.error_code from sync_run r
    where r.team_id = ${teamId} and r.data_source_id = d.id and r.finished_at < d.status_changed_at
    order by r.started_at desc, r.id desc limit 1) earlier
  where d.team_id = ${teamId} and d.status = 'active' and d.status_changed_at >= ${since}
    and d.last_success_at >= d.status_changed_at and earlier.error_code is not null and not ${isStaleSql}
  order by at desc, d.id limit ${maxRecoveries}`

/** Completed scans of all prompts whose previous scan failed. Only the latest scan of each project counts. */
const recoveredScans = (teamId: string, since: Sql) => sql`
  select 'scan', latest.id, p.name, p.id, latest.finished_at
  from ai_project p cross join lateral (${endedScans(teamId)} order by s.created_at desc, s.id desc limit 1) latest
    cross join lateral (${endedScans(teamId)} and s.id < latest.id order by s.created_at desc, s.id desc limit 1) earlier
  where p.team_id = ${teamId} and p.status <> 'archived' and latest.status = 'completed' and earlier.status = 'failed'
    and latest.finished_at >= ${since}
  order by latest.finished_at desc, latest.id limit ${maxRecoveries}`

/** Scans of the project `p` that have ended and were not canceled. */
const endedScans = (teamId: string) => sql`
  select s.id, s.status, s.finished_at from scan s
  where s.team_id = ${teamId} and s.project_id = p.id and s.selection is null and s.status in ('completed', 'partial', 'failed')`

/** Webhooks with a notice of their recovery, which is sent after at least a day of failures, and no failure since. */
const recoveredWebhooks = (teamId: string, since: Sql) => sql`
  select 'webhook', e.id, e.url, null, max(n.created_at) as at
  from webhook_notice n join webhook_endpoint e on e.id = n.endpoint_id and e.team_id = ${teamId}
  where n.team_id = ${teamId} and n.kind = 'recovered' and n.created_at >= ${since}
    and e.state = 'active' and e.failure_count = 0
  group by e.id, e.url order by at desc, e.id limit ${maxRecoveries}`
