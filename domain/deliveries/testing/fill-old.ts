/**
 * Inserts old deliveries, messages and attempts inside Postgres. Tests and benchmarks use it to show that old rows add
 * no cost.
 */
import type { Client } from "pg"

const perStep = 500_000

/** Inserts `count` rows of each table, spread over 30 days. Needs the owner's connection. */
export async function fillOld(owner: Client, endpoint: { id: string; team_id: string }, count: number) {
  for (let from = 1; from <= count; from += perStep)
    for (const insertion of insertions)
      await owner.query(insertion, [endpoint.team_id, endpoint.id, from, Math.min(from + perStep - 1, count), count])
  await owner.query("vacuum analyze webhook_message, webhook_delivery, webhook_attempt")
}

const ids = (prefix: string) => `'${prefix}_' || lpad(n::text, 26, '0')`
const old =
  "from (select n, now() - n * interval '30 days' / $5 as at from generate_series($3::int, $4::int) n where $2 <> '') o"
const insertions = [
  `insert into webhook_message (id, team_id, type, api_version, occurred_at, body, body_sha256, bytes, seq, created_at)
   select ${ids("msg")}, $1, 'signal.created', '2026-11-01', at, '{}', '', 2, -n, at ${old}`,
  `insert into webhook_delivery (id, team_id, message_id, endpoint_id, event_type, state, attempts, last_attempt, last_status, created_at, ended_at)
   select ${ids("dlv")}, $1, ${ids("msg")}, $2, 'signal.created', 'succeeded', 1, 1, 200, at, at ${old}`,
  `insert into webhook_attempt (id, team_id, delivery_id, endpoint_id, message_id, event_type, number, trigger, state, url, started_at, ended_at, status, total_ms)
   select ${ids("att")}, $1, ${ids("dlv")}, $2, ${ids("msg")}, 'signal.created', 1, 'auto', 'succeeded', 'https://receiver.example/hook', at, at, 200, 12.5 ${old}`,
]
