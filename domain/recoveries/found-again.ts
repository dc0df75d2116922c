/** SQL parts that select what a recovery sends: undelivered deliveries, and messages without a delivery to the endpoint. */
import { eventTypes, matchesType, patternsFor } from "@/domain/events/catalogue"
import { type Sql, sql } from "@/prisma/client"

export type Range = {
  team_id: string
  endpoint_id: string
  since: Date
  /** exclusive */
  until: Date
  states: string[]
  /** empty: every type */
  event_types: string[]
}

/** Test events are not recovered: the person who sent one has seen its result, and can send another or resend that one. */
export const recoverableTypes = eventTypes.filter((type) => type !== "test.ping")
export const recoverablePatterns = [...new Set(recoverableTypes.flatMap(patternsFor))]

/** True for a delivery `d` that no other recovery has already scheduled. A scheduled one stays there. */
export const isRecoverable = sql`(d.state <> 'pending' or d.trigger <> 'recover')`

/** From and where clauses for undelivered deliveries `d` with their messages `m`. Excludes messages without content and tests. */
export const undelivered = ({ team_id, endpoint_id, since, until, states, event_types }: Range): Sql => sql`
  webhook_delivery d join webhook_message m on m.id = d.message_id and m.team_id = d.team_id
  where d.team_id = ${team_id} and d.endpoint_id = ${endpoint_id} and d.created_at >= ${since} and d.created_at < ${until}
    and d.state = any(${states}) and ${isRecoverable} and d.event_type = any(${event_types.length > 0 ? event_types : recoverableTypes})
    and m.expunged_at is null and not m.is_test`

/** From and where clauses for messages `m` that have no delivery to the endpoint, of a type that it subscribes to now. */
export const missing = ({ team_id, endpoint_id, since, until, event_types }: Range, patterns: string[]): Sql => sql`
  webhook_message m
  where m.team_id = ${team_id} and m.created_at >= ${since} and m.created_at < ${until}
    and m.type = any(${replayable(patterns, event_types)}) and m.expunged_at is null and not m.is_test
    and not exists (select from webhook_delivery d where d.team_id = m.team_id and d.message_id = m.id and d.endpoint_id = ${endpoint_id})`

/** Event types to replay. Leaves out endpoint.disabled: an old report about another endpoint is outdated. */
const replayable = (patterns: string[], asked: string[]) =>
  recoverableTypes.filter(
    (type) =>
      type !== "endpoint.disabled" && matchesType(patterns, type) && (asked.length === 0 || asked.includes(type)),
  )
