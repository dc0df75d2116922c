/** Creates deliveries of any age and state, as the log shows them, in one statement. */
import { newId } from "@/domain/kernel/ids"
import { inTeam, rows, sql } from "@/prisma/client"

type Logged = { id: string; message_id: string }
type Fields = {
  state?: string
  type?: string
  status?: number | null
  error?: string | null
  trigger?: string
  /** Age of the first one. Each later one is a minute younger. */
  minutesAgo?: number
  attempts?: number
  isTest?: boolean
}

/** Creates `count` messages with one delivery each to `endpoint`. Returns them in order of creation. */
export async function loggedDeliveries(
  endpoint: { id: string; team_id: string },
  count = 1,
  more: Fields = {},
): Promise<Logged[]> {
  const { state = "succeeded", type = "signal.created", status = 200, error = null, trigger = "auto" } = more
  const { minutesAgo = 600, attempts = 1, isTest = false } = more
  const { team_id } = endpoint
  const ids = sql`${newId("message").slice(4, 14)} || upper(left(replace(gen_random_uuid()::text, '-', ''), 16))`
  return inTeam(team_id, () =>
    rows<Logged>(sql`
      with counted as (insert into webhook_sequence as s (team_id, last_seq) values (${team_id}, ${count})
        on conflict (team_id) do update set last_seq = s.last_seq + ${count} returning last_seq),
      made as (select 'msg_' || ${ids} as message_id, 'dlv_' || ${ids} as id, last_seq - ${count} + n as seq, n,
          now() - (${minutesAgo} - n + 1) * interval '1 minute' as at from counted, generate_series(1, ${count}) n),
      message as (insert into webhook_message (id, team_id, type, api_version, occurred_at, body, body_sha256, bytes, seq, created_at, is_test)
        select message_id, ${team_id}, ${type}, '2026-11-01', at, b.body, sha256(convert_to(b.body, 'UTF8')), octet_length(b.body), seq, at, ${isTest}
        from made, lateral (select json_build_object('id', message_id, 'type', ${type}::text, 'seq', seq, 'data', '{}'::json)::text as body) b),
      delivery as (insert into webhook_delivery (id, team_id, message_id, endpoint_id, event_type, state, trigger, attempts, last_attempt,
          last_status, last_error_code, created_at, next_attempt_at, ended_at)
        select id, ${team_id}, message_id, ${endpoint.id}, ${type}, ${state}, ${trigger}, ${attempts}, ${attempts}, ${status}::smallint, ${error},
          at, case when ${state} = 'pending' then now() + interval '5 minutes' end, case when ${state} in ('succeeded', 'exhausted', 'cancelled') then at end
        from made)
      select id, message_id from made order by n`),
  )
}
