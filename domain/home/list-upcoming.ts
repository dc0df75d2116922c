/** Lists the next scheduled scans, syncs of data sources, and the daily email of new signals. */
import { z } from "zod"
import type { TeamFacts } from "@/domain/kernel/context"
import { timestamp } from "@/domain/kernel/fields"
import { canSendMail } from "@/domain/kernel/mail"
import { defineOperation } from "@/domain/kernel/operation"
import { digestHourUtc, planDigest } from "@/domain/signals/mail-digest"
import { rows, sql } from "@/prisma/client"

const subject = z.object({ id: z.string(), name: z.string() }).nullable()

const upcoming = z.object({
  kind: z.enum(["scan", "syncs", "email"]),
  at: timestamp(),
  /** The project of a scan. Otherwise null. */
  project: subject,
  /** The first of the data sources that are synced. Otherwise null. */
  source: subject,
  /**
   * For a scan, the number of answers that it requests. For syncs, the number of data sources due in the same hour. For
   * the email, the number of signals that it would list now.
   */
  count: z.int(),
})

export const listUpcoming = defineOperation({
  id: "home.listUpcoming",
  summary: "List what runs next",
  description:
    "Returns the next four scheduled scans, the next hour in which data sources are synced, and the next daily email of new signals. Earliest first.",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: z.array(upcoming),
  async handle({ team, now }) {
    const [scheduled, email] = await Promise.all([
      rows(
        upcoming,
        sql`
          select * from (
            (select 'scan' as kind, p.next_scan_at as at, json_build_object('id', p.id, 'name', p.name) as project,
              null::json as source,
              ((select count(*) from ai_prompt m where m.team_id = ${team.id} and m.project_id = p.id and m.status = 'active')
                * p.runs_per_prompt * cardinality(p.asked_engines) * greatest(cardinality(p.regions), 1))::int as count
            from ai_project p where p.team_id = ${team.id} and p.status = 'active' and p.next_scan_at is not null
            order by p.next_scan_at, p.id limit 4)
            union all
            (select 'syncs', min(d.next_sync_at), null,
              json_agg(json_build_object('id', d.id, 'name', d.display_name) order by d.next_sync_at, d.id) -> 0, count(*)::int
            from data_source d join client c on c.team_id = d.team_id and c.id = d.client_id
            where d.team_id = ${team.id} and d.next_sync_at is not null and c.status <> 'archived'
            group by date_trunc('hour', d.next_sync_at) order by min(d.next_sync_at) limit 1)) u order by at, project ->> 'id'`,
      ),
      nextEmail(team, now()),
    ])
    return { data: [...scheduled, ...email].sort((a, b) => a.at.localeCompare(b.at)) }
  },
})

/** The next daily email. Empty if it would list no signals or has no recipients, and without a mail server. */
async function nextEmail(team: TeamFacts, now: Date): Promise<z.infer<typeof upcoming>[]> {
  const digest = canSendMail() ? await planDigest(team.id) : undefined
  if (!digest || digest.user_ids.length === 0) return []
  const at = new Date(now)
  at.setUTCHours(digestHourUtc, 0, 0, 0)
  if (at <= now) at.setUTCDate(at.getUTCDate() + 1)
  return [{ kind: "email", at: at.toISOString(), project: null, source: null, count: digest.signal_ids.length }]
}
