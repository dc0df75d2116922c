/** Creates attempts and events of the last 30 days with SQL, in realistic sizes and spread over time. */
import type { Client } from "pg"
import { exampleEvent } from "@/domain/events/event"

const attemptsPerStatement = 100_000

type Endpoint = { id: string; team_id: string }

/** `owner` is connected as the owner of the tables, as is that of `fillEvents`. */
export async function fillAttempts(owner: Client, { id, team_id }: Endpoint, count: number) {
  for (let first = 1; first <= count; first += attemptsPerStatement) {
    const last = Math.min(first + attemptsPerStatement - 1, count)
    await owner.query(insertAttempts, [team_id, id, first, last, count])
  }
  await owner.query("vacuum analyze webhook_attempt")
}

/** Every 10,000th event is `scan.completed`. All others are `signal.created`. */
export async function fillEvents(owner: Client, teamId: string, count: number) {
  await owner.query(insertEvents, [teamId, count, JSON.stringify(exampleEvent("signal.created"))])
  await owner.query("vacuum analyze webhook_message")
}

/** SQL for headers with a signature of `signatureBytes` bytes. */
const headersSql = (signatureBytes: number) =>
  `jsonb_build_object('webhook-id', n, 'webhook-signature', repeat('x', ${signatureBytes}))`

/** The median of `total_ms` is about 80. One in a hundred is above 400. One attempt in fifty fails. */
const insertAttempts = `
  insert into webhook_attempt (id, team_id, delivery_id, endpoint_id, message_id,
    event_type, number, trigger, state, url,
    started_at, ended_at, status, error_code,
    total_ms, request_headers, response_headers, response_body)
  select 'att_' || lpad(n::text, 26, '0'), $1, 'dlv_' || lpad(n::text, 26, '0'), $2, 'msg_' || lpad(n::text, 26, '0'),
    'signal.created', 1, 'auto', case when n % 50 = 0 then 'failed' else 'succeeded' end, 'https://receiver.example/hook',
    at, at, case when n % 50 = 0 then 503 else 200 end, case when n % 50 = 0 then 'http_5xx' end,
    exp(random_normal(4.4, 0.7)), ${headersSql(300)}, ${headersSql(100)}, 'ok'
  from (select n, now() - ($5::int - n) * interval '30 days' / $5::int as at from generate_series($3::int, $4::int) n) attempt`

/** 29 days, because events older than 30 days are deleted. */
const insertEvents = `
  insert into webhook_message (id, team_id,
    type, api_version, occurred_at,
    body, body_sha256, bytes, seq, created_at)
  select 'msg_' || lpad(n::text, 26, '0'), $1,
    case when n % 10000 = 1 then 'scan.completed' else 'signal.created' end, '2026-11-01', at,
    $3, '', octet_length($3), n, at
  from (select n, now() - ($2::int - n) * interval '29 days' / $2::int as at from generate_series(1, $2::int) n) event`
