/** The public shape of an attempt: the request, the response, and the time of each phase. Contains no secrets. */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { requestErrorSentence } from "@/domain/security/request-errors"
import { sql } from "@/prisma/client"
import { triggers } from "./delivery"
import { contentType } from "./message-content"

const milliseconds = z.number().nullable()
const headers = z.record(z.string(), z.string()).nullable()

const timings = z
  .object({
    dns: milliseconds,
    connect: milliseconds,
    tls: milliseconds,
    waiting: milliseconds.meta({
      description: "Time until the response headers arrived, without the phases before it.",
    }),
    download: milliseconds,
    total: milliseconds,
  })
  .meta({
    description:
      "Duration of each phase of the request, in milliseconds. `null` for phases that did not happen, such as connecting on an open connection.",
  })

export const loggedAttempt = z.object({
  id: id("attempt"),
  number: z.int(),
  trigger: z.enum(triggers),
  state: z.enum(["started", "succeeded", "failed", "unknown"]).meta({
    description: "`unknown` means that the process ended before it stored the result. The request may have arrived.",
  }),
  url: z.string(),
  started_at: timestamp(),
  ended_at: timestamp().nullable(),
  timings_ms: timings,
  remote_ip: z.string().nullable(),
  status: z.int().nullable(),
  error: z.object({ code: z.string(), detail: z.string() }).nullable(),
  request_headers: headers,
  response_headers: headers,
  response_body: z.string().nullable().meta({ description: "The first 16 KiB at most." }),
  is_body_truncated: z.boolean(),
})
export type LoggedAttempt = z.infer<typeof loggedAttempt>

export const loggedAttemptRow = loggedAttempt.omit({ timings_ms: true, error: true }).extend({
  error_code: z.string().nullable(),
  dns_ms: milliseconds,
  connect_ms: milliseconds,
  tls_ms: milliseconds,
  first_byte_ms: milliseconds,
  total_ms: milliseconds,
})
type AttemptRow = z.infer<typeof loggedAttemptRow>

/**
 * Request headers: the stored ones (attempt.ts), plus those that follow from other columns. Empty when nothing was sent
 * or the content was cleared.
 */
const requestHeaders = sql`case when a.request_headers ? 'webhook-signature' then a.request_headers || jsonb_build_object(
  'content-type', ${contentType}::text, 'webhook-id', a.message_id, 'signalbox-delivery-id', a.delivery_id, 'signalbox-attempt-id', a.id,
  'signalbox-attempt', a.number::text, 'signalbox-event-type', a.event_type) else a.request_headers end`

export const attemptColumns = sql`a.id, a.number, a.trigger, a.state, a.url, a.started_at, a.ended_at, a.dns_ms, a.connect_ms,
  a.tls_ms, a.first_byte_ms, a.total_ms, a.remote_ip, a.status, a.error_code, ${requestHeaders} as request_headers, a.response_headers,
  a.response_body, a.is_body_truncated`

/** Attempts as `a`: the finished ones, and those in flight, which are read from their deliveries. */
export const attemptSource = sql`(
  select id, team_id, endpoint_id, delivery_id, message_id, event_type, number, trigger, state, url, started_at, ended_at, dns_ms, connect_ms, tls_ms,
    first_byte_ms, total_ms, remote_ip, status, error_code, request_headers, response_headers, response_body, is_body_truncated from webhook_attempt
  union all
  select d.attempt_id, d.team_id, d.endpoint_id, d.id, d.message_id, d.event_type, d.last_attempt, d.trigger, 'started', e.url, d.updated_at, null, null,
    null, null, null, null, null, null, null, null, null, null, false
  from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id where d.state = 'leased' and d.attempt_id is not null) a`

export function toLoggedAttempt(row: AttemptRow): LoggedAttempt {
  const { dns_ms: dns, connect_ms: connect, tls_ms: tls, first_byte_ms: waiting, total_ms: total } = row
  return {
    ...row,
    timings_ms: { dns, connect, tls, waiting, download: downloadMs(row), total },
    error: row.error_code
      ? { code: row.error_code, detail: requestErrorSentence(row.error_code, row.status) ?? row.error_code }
      : null,
  }
}

/** Time from the first byte of the response to its end. */
function downloadMs({ dns_ms, connect_ms, tls_ms, first_byte_ms, total_ms }: AttemptRow): number | null {
  if (first_byte_ms === null || total_ms === null) return null
  const before = (dns_ms ?? 0) + (connect_ms ?? 0) + (tls_ms ?? 0) + first_byte_ms
  return Math.max(0, Math.round((total_ms - before) * 1_000) / 1_000)
}
