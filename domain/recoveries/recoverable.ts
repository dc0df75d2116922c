/**
 * Selects and counts what a recovery sends: undelivered deliveries, and on request messages without a delivery to the
 * endpoint.
 */
import { z } from "zod"
import { eventTypes, matchesType, patternsFor } from "@/domain/events/catalogue"
import { empty, rows, type Sql, sql } from "@/prisma/client"

export const range = z.object({
  team_id: z.string(),
  endpoint_id: z.string(),
  since: z.date(),
  /** Exclusive. */
  until: z.date(),
  states: z.array(z.string()),
  /** Empty for all types. */
  event_types: z.array(z.string()),
})
export type RecoveryRange = z.infer<typeof range>

/**
 * Test events are not recovered: the person who sent one has seen its result, and can send another or resend that one.
 */
export const recoverableTypes = eventTypes.filter((type) => type !== "test.ping")
export const recoverablePatterns = [...new Set(recoverableTypes.flatMap(patternsFor))]

/** SQL condition: the delivery `d` does not wait in an earlier recovery. */
export const isRecoverable = sql`(d.state <> 'pending' or d.trigger <> 'recover')`

/**
 * From and where clauses for undelivered deliveries `d` with their messages `m`. Excludes messages without content and
 * tests.
 */
export const undeliveredMessages = ({
  team_id,
  endpoint_id,
  since,
  until,
  states,
  event_types,
}: RecoveryRange): Sql => sql`
  webhook_delivery d join webhook_message m on m.id = d.message_id and m.team_id = d.team_id
  where d.team_id = ${team_id} and d.endpoint_id = ${endpoint_id} and d.created_at >= ${since} and d.created_at < ${until}
    and d.state = any(${states}) and ${isRecoverable} and d.event_type = any(${event_types.length > 0 ? event_types : recoverableTypes})
    and m.expunged_at is null and not m.is_test`

/**
 * From and where clauses for messages `m` that have no delivery to the endpoint, of a type that it subscribes to now.
 */
export const messagesWithoutDelivery = (
  { team_id, endpoint_id, since, until, event_types }: RecoveryRange,
  patterns: string[],
): Sql => sql`
  webhook_message m
  where m.team_id = ${team_id} and m.created_at >= ${since} and m.created_at < ${until}
    and m.type = any(${missingDeliveryTypes(patterns, event_types)}) and m.expunged_at is null and not m.is_test
    and not exists (select from webhook_delivery d where d.team_id = m.team_id and d.message_id = m.id and d.endpoint_id = ${endpoint_id})`

/** The event types of missing deliveries to create. Excludes endpoint.disabled, which would report an old state. */
const missingDeliveryTypes = (patterns: string[], requested: string[]) =>
  recoverableTypes.filter(
    (type) =>
      type !== "endpoint.disabled" &&
      matchesType(patterns, type) &&
      (requested.length === 0 || requested.includes(type)),
  )

const recoveryCount = z.object({
  count: z.number(),
  oldest_at: z.string().nullable(),
  newest_at: z.string().nullable(),
})
type RecoveryCount = z.infer<typeof recoveryCount>

/**
 * Counts exactly what a recovery would send, with the times of the oldest and the newest. `patterns` are the endpoint's
 * event types. Pass null to exclude messages without a delivery.
 */
export async function countRecoverable(range: RecoveryRange, patterns: string[] | null): Promise<RecoveryCount> {
  const missing = patterns ? sql`union all select m.created_at from ${messagesWithoutDelivery(range, patterns)}` : empty
  const [total] = await rows(
    recoveryCount,
    sql`
      select count(*) as count, min(created_at) as oldest_at, max(created_at) as newest_at
      from (select d.created_at from ${undeliveredMessages(range)} ${missing}) recoverable`,
  )
  return total as RecoveryCount
}
