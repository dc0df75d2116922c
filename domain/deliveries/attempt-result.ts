/** SQL parts that write the result of an attempt: its columns, the changes to its delivery, and the attempt row itself. */
import { type Sql, sql } from "@/prisma/client"

/** Columns of attemptRow (result.ts). A default value is passed as null. */
export const attemptRowColumns = {
  id: "text",
  lease_token: "uuid",
  trigger: "text",
  url: "text",
  started_at: "timestamptz",
  status: "smallint",
  error_code: "text",
  dns_ms: "real",
  connect_ms: "real",
  tls_ms: "real",
  first_byte_ms: "real",
  total_ms: "real",
  remote_ip: "text",
  request_headers: "jsonb",
  response_headers: "jsonb",
  response_body: "text",
  is_body_truncated: "boolean",
} as const

/** Assignments for an update of webhook_delivery from a result. */
export const ended = (result: Sql): Sql =>
  sql`last_status = ${result}.status, lease_token = null, leased_until = null, updated_at = now()`

/**
 * Inserts the attempts. `results` has the columns above, and attempt_id, team_id, endpoint_id, message_id, event_type and
 * last_attempt of the deliveries.
 */
export const attemptOf = (results: Sql): Sql => sql`
  attempt as (
    insert into webhook_attempt (id, team_id, delivery_id, endpoint_id, message_id, event_type, number, trigger, state, url, started_at,
      ended_at, status, error_code, dns_ms, connect_ms, tls_ms, first_byte_ms, total_ms, remote_ip, request_headers, response_headers,
      response_body, is_body_truncated)
    select attempt_id, team_id, id, endpoint_id, message_id, event_type, last_attempt, coalesce(trigger, 'auto'),
      case when status between 200 and 299 then 'succeeded' else 'failed' end, url, started_at, now(),
      status, error_code, dns_ms, connect_ms, tls_ms, first_byte_ms, total_ms, remote_ip, request_headers, coalesce(response_headers, '{}'),
      response_body, coalesce(is_body_truncated, false)
    from ${results})`
