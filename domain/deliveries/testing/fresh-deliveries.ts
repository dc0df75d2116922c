/** Creates messages with due deliveries, hundreds in one statement. */
import { newId } from "@/domain/kernel/ids"
import { inTeam, rows, type Sql, sql } from "@/prisma/client"

type Endpoint = { id: string; team_id: string }
type Made = { id: string; message_id: string }

/**
 * Creates `count` deliveries that have been due for `agoSeconds`, oldest first. With another `state` they have no due
 * time. Updates the endpoint queue, like the notification about a real delivery.
 */
export async function freshDeliveries(
  endpoint: Endpoint,
  count = 1,
  { state = "pending", agoSeconds = 1, eventType = "signal.created", data = {} as object } = {},
): Promise<Made[]> {
  const { id, team_id } = endpoint
  const time = newId("message").slice(4, 14)
  const ids = sql`${time} || upper(left(replace(gen_random_uuid()::text, '-', ''), 16))`
  return inTeam(team_id, () =>
    rows<Made>(sql`
      with counted as (insert into webhook_sequence as s (team_id, last_seq) values (${team_id}, ${count})
        on conflict (team_id) do update set last_seq = s.last_seq + ${count} returning last_seq),
      made as (select 'msg_' || ${ids} as message_id, 'dlv_' || ${ids} as id, last_seq - ${count} + n as seq, n
        from counted, generate_series(1, ${count}) n),
      message as (insert into webhook_message (id, team_id, type, api_version, occurred_at, body, body_sha256, bytes, seq)
        select message_id, ${team_id}, ${eventType}, '2026-11-01', now(), b.body, sha256(convert_to(b.body, 'UTF8')), octet_length(b.body), seq
        from made, lateral (select '{"id":"' || message_id || '","type":"signal.created","seq":' || seq || ',"data":' || ${JSON.stringify(data)} || '}' as body) b),
      delivery as (insert into webhook_delivery (id, team_id, message_id, endpoint_id, event_type, state, next_attempt_at)
        select id, ${team_id}, message_id, ${id}, ${eventType}, ${state}, ${dueAt(state, agoSeconds)} + n * interval '1 ms' from made),
      queue as (update endpoint_queue set next_due_at = case when ${state} = 'pending' then now() else next_due_at end,
        in_flight = in_flight || case when ${state} = 'leased' then array(select id from made) end where endpoint_id = ${id})
      select id, message_id from made order by n`),
  )
}

const dueAt = (state: string, agoSeconds: number): Sql =>
  state === "pending" ? sql`now() - make_interval(secs => ${agoSeconds})` : sql`null::timestamptz`
