/** What a recovery is about, as statements: deliveries that did not arrive, and messages that were never to be delivered. */
import { eventTypes, matchesType, patternsFor } from "@/domain/events"
import { type Sql, sql } from "@/prisma/client"

export type Range = {
  team_id: string
  endpoint_id: string
  since: Date
  /** exclusive */
  until: Date
  states: string[]
  /** none: every type */
  event_types: string[]
}

/** A test is no event: who waits for one has seen how it ended, and sends another, or resends that one alone. */
export const recoverableTypes = eventTypes.filter((type) => type !== "test.ping")
export const recoverablePatterns = [...new Set(recoverableTypes.flatMap(patternsFor))]

/** For a delivery `d`: what another recovery has put in line keeps its place. */
export const isRecoverable = sql`(d.state <> 'pending' or d.trigger <> 'recover')`

/** From and where; `d` the delivery, `m` its message, whose content must still be there; none that is marked as a test. */
export const undelivered = ({ team_id, endpoint_id, since, until, states, event_types }: Range): Sql => sql`
  webhook_delivery d join webhook_message m on m.id = d.message_id and m.team_id = d.team_id
  where d.team_id = ${team_id} and d.endpoint_id = ${endpoint_id} and d.created_at >= ${since} and d.created_at < ${until}
    and d.state = any(${states}) and ${isRecoverable} and d.event_type = any(${event_types.length > 0 ? event_types : recoverableTypes})
    and m.expunged_at is null and not m.is_test`

/** From and where; `m` a message that has no delivery to the endpoint, of a type that it now hears of. */
export const missing = ({ team_id, endpoint_id, since, until, event_types }: Range, patterns: string[]): Sql => sql`
  webhook_message m
  where m.team_id = ${team_id} and m.created_at >= ${since} and m.created_at < ${until}
    and m.type = any(${replayable(patterns, event_types)}) and m.expunged_at is null and not m.is_test
    and not exists (select from webhook_delivery d where d.team_id = m.team_id and d.message_id = m.id and d.endpoint_id = ${endpoint_id})`

/** What an endpoint was told of others at the time says nothing today. */
const replayable = (patterns: string[], asked: string[]) =>
  recoverableTypes.filter(
    (type) =>
      type !== "endpoint.disabled" && matchesType(patterns, type) && (asked.length === 0 || asked.includes(type)),
  )
