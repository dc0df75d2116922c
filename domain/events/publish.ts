/** Publishes an event: writes its message and deliveries in the transaction of the change that it reports. */
import { z } from "zod"
import { apiVersion } from "@/domain/kernel/envelope"
import { Problem } from "@/domain/kernel/errors"
import { newId } from "@/domain/kernel/ids"
import { log } from "@/domain/kernel/log"
import { type Prisma, rowsIn, type Sql, sql } from "@/prisma/client"
import { type EventData, type EventType, events, patternsFor } from "./catalogue"
import { teamMaySend } from "./delivery-permission"

type NewEvent<Type extends EventType> = {
  team_id: string
  type: Type
  data: EventData<Type>
  /** Default: now. */
  occurred_at?: Date
  /** An event with the key of an earlier one is not published. For example `scan.completed:<scan id>`. */
  dedupe_key?: string
  /** Marks the body with `"test": true`. */
  is_test?: boolean
  /** This endpoint does not get the event, because the event is about it. */
  except_endpoint_id?: string
  /** Only this endpoint gets the event, regardless of the events it subscribes to. */
  only_endpoint_id?: string
}

/** `is_numbered`: a sequence number was taken. `is_written`: the message and its deliveries were written. */
const insertedRow = z.object({ is_numbered: z.boolean(), is_written: z.boolean() })

const maxBodyBytes = 256 * 1024

/**
 * Publishes the event when `tx` commits, and then wakes the delivery loops. Returns null if an event with this
 * dedupe_key already exists.
 *
 * Call this last in the transaction: other events of the team wait until it commits. That gives `seq` no gaps, and
 * makes its order the order of commits.
 */
export async function publish<Type extends EventType>(
  tx: Prisma.TransactionClient,
  event: NewEvent<Type>,
): Promise<{ id: string } | null> {
  const message = { ...event, id: newId("message"), occurred_at: event.occurred_at ?? new Date() }
  const body = bodyOf(message)
  const [inserted] = (await rowsIn(tx, insertedRow, insertStatement(message, body))) as [z.infer<typeof insertedRow>]
  if (inserted.is_written) return { id: message.id }
  // Another transaction committed the same key while this one waited for its sequence number. No other transaction can
  // see the number yet, so it is returned.
  if (inserted.is_numbered)
    await tx.$executeRaw(sql`update webhook_sequence set last_seq = last_seq - 1 where team_id = ${event.team_id}`)
  return null
}

type Message = NewEvent<EventType> & { id: string; occurred_at: Date }

/** The JSON before and after the value of `seq`. Only Postgres knows the sequence number, so it joins the two. */
type Body = { beforeSeq: string; afterSeq: string }

function bodyOf({ id, type, occurred_at, team_id, is_test, data }: Message): Body {
  const start = { id, type, timestamp: occurred_at.toISOString(), api_version: apiVersion }
  const end = { team: { id: team_id }, ...(is_test && { test: true }), data: validateEventData(type, data) }
  const beforeSeq = `${JSON.stringify(start).slice(0, -1)},"seq":`
  const afterSeq = `,${JSON.stringify(end).slice(1)}`
  const bytes = Buffer.byteLength(beforeSeq) + Buffer.byteLength(afterSeq) + String(Number.MAX_SAFE_INTEGER).length
  if (bytes <= maxBodyBytes) return { beforeSeq, afterSeq }
  const detail = `The event has ${bytes} bytes, but at most ${maxBodyBytes} are allowed. Replace large content with a link.`
  throw new Problem("body_too_large", detail)
}

/**
 * An event that does not fit its schema is a bug. In tests it throws. In production the event is sent and the error is
 * logged.
 */
function validateEventData(type: EventType, data: unknown) {
  const result = events[type].data.safeParse(data)
  if (result.success) return result.data
  if (process.env.NODE_ENV === "test")
    throw new Error(`The event ${type} does not match its schema: ${result.error.message}`)
  log.error(
    { type, issues: result.error.issues },
    "event data does not match its schema; the event was published anyway",
  )
  return data
}

/**
 * Builds one statement for any number of endpoints. `is_new` has a row if no event has this dedupe_key. `numbered`
 * takes the next sequence number of the team, `written` inserts the message, and `delivered` its deliveries.
 */
function insertStatement(message: Message, { beforeSeq, afterSeq }: Body): Sql {
  const { id, team_id, type, occurred_at, dedupe_key = null, is_test = false } = message
  return sql`
    with is_new as (select where not exists (
      select from webhook_message where team_id = ${team_id} and dedup_key = ${dedupe_key}::text)),
    numbered as (insert into webhook_sequence as s (team_id, last_seq) select ${team_id}, 1 from is_new
      on conflict (team_id) do update set last_seq = s.last_seq + 1 returning s.last_seq as seq),
    written as (
      insert into webhook_message (id, team_id, type, api_version, occurred_at, dedup_key, body, body_sha256, bytes, seq, is_test)
      select ${id}, ${team_id}, ${type}, ${apiVersion}, ${occurred_at}, ${dedupe_key}, body, sha256(convert_to(body, 'UTF8')),
        octet_length(body), seq, ${is_test}
      from (select seq, ${beforeSeq}::text || seq || ${afterSeq}::text as body from numbered) n
      on conflict (team_id, dedup_key) do nothing returning id),
    delivered as (${insertDeliveries(message)})
    select exists (select from written) as is_written, exists (select from numbered) as is_numbered`
}

/**
 * Inserts one delivery per subscribed endpoint. It is held if the endpoint or team may not send now, until a user
 * resumes.
 */
const insertDeliveries = ({ team_id, type, ...to }: Message): Sql => sql`
  insert into webhook_delivery (id, team_id, message_id, endpoint_id, event_type, state, next_attempt_at)
  select ${deliveryId()}, e.team_id, written.id, e.id, ${type}, case when may_send then 'pending' else 'held' end,
    case when may_send then now() end
  from written cross join webhook_endpoint e join team t on t.id = e.team_id
    cross join lateral (select e.state = 'active' and ${teamMaySend()} as may_send) permission
  where e.team_id = ${team_id} and e.state <> 'deleted' and ${isSubscribed(type, to)}`

const isSubscribed = (
  type: EventType,
  to: Pick<NewEvent<EventType>, "except_endpoint_id" | "only_endpoint_id">,
): Sql =>
  to.only_endpoint_id
    ? sql`e.id = ${to.only_endpoint_id}`
    : sql`e.id <> ${to.except_endpoint_id ?? ""} and e.event_types && ${patternsFor(type)}`

/**
 * SQL that creates one delivery id per row. The prefix and the time come from this process. The rest are random
 * hexadecimal digits, which are valid in a ULID.
 */
const deliveryId = (): Sql =>
  sql`${newId("delivery").slice(0, -16)} || upper(left(replace(gen_random_uuid()::text, '-', ''), 16))`
