/** Deliveries, messages and attempts of the past, made inside Postgres, for tests and benches of what they must not cost. */
import type { Client } from "pg"

/** `count` of each, spread over 30 days; needs the owner's connection. */
export async function fillOld(owner: Client, endpoint: { id: string; team_id: string }, count: number) {
  const values = [endpoint.team_id, endpoint.id, count]
  const ago = "now() - n * interval '30 days' / $3"
  await owner.query(
    `insert into webhook_message (id, team_id, type, api_version, occurred_at, body, body_sha256, bytes, seq, created_at)
     select 'msg_' || lpad(n::text, 26, '0'), $1, 'signal.created', '2026-11-01', ${ago}, '{}', '', 2, -n, ${ago} from generate_series(1, $3::int) n where $2 <> ''`,
    values,
  )
  await owner.query(
    `insert into webhook_delivery (id, team_id, message_id, endpoint_id, event_type, state, attempts, last_attempt, last_status, created_at, ended_at)
     select 'dlv_' || lpad(n::text, 26, '0'), $1, 'msg_' || lpad(n::text, 26, '0'), $2, 'signal.created', 'succeeded', 1, 1, 200, ${ago}, ${ago} from generate_series(1, $3::int) n`,
    values,
  )
  await owner.query(
    `insert into webhook_attempt (id, team_id, delivery_id, endpoint_id, message_id, event_type, number, trigger, state, url, started_at, ended_at, status, total_ms)
     select 'att_' || lpad(n::text, 26, '0'), $1, 'dlv_' || lpad(n::text, 26, '0'), $2, 'msg_' || lpad(n::text, 26, '0'), 'signal.created', 1, 'auto', 'succeeded',
       'https://receiver.example/hook', ${ago}, ${ago}, 200, 12.5 from generate_series(1, $3::int) n`,
    values,
  )
  await owner.query("vacuum analyze webhook_message, webhook_delivery, webhook_attempt")
}
