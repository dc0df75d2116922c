/** Publishes an event: message and deliveries are written in the transaction of the change that they tell of. */
import { apiVersion } from "@/domain/envelope"
import { Problem } from "@/domain/errors"
import { type EventData, type EventType, events, patternsFor } from "@/domain/events"
import { newId } from "@/domain/ids"
import { log } from "@/domain/log"
import { limitsOf, planNames } from "@/domain/plans"
import { type Prisma, type Sql, sql } from "@/prisma/client"

type NewEvent<Type extends EventType> = {
  team_id: string
  type: Type
  data: EventData<Type>
  /** Default: now. */
  occurred_at?: Date
  /** What happens once is published once: `scan.completed:<scan id>`. */
  dedup_key?: string
  /** Marks the body with `"test": true`. */
  is_test?: boolean
  /** This endpoint hears nothing of it: it is what the event is about. */
  except_endpoint_id?: string
  /** Only this endpoint hears of it, whatever it asked for. */
  only_endpoint_id?: string
}

const maxBodyBytes = 256 * 1024

/**
 * Null: an event with this dedup_key was published before. Rolled back with `tx`; wakes the senders when `tx` commits.
 * From here to the commit the team's other publishers wait, which is what makes `seq` gapless and its order that of the
 * commits: publish last in the transaction.
 */
export async function publish<Type extends EventType>(
  tx: Prisma.TransactionClient,
  event: NewEvent<Type>,
): Promise<{ id: string } | null> {
  const message = { ...event, id: newId("message"), occurred_at: event.occurred_at ?? new Date() }
  const body = bodyAround(message)
  const [done] = (await tx.$queryRaw(insertion(message, body))) as [{ is_written: boolean; is_counted: boolean }]
  if (done.is_written) return { id: message.id }
  // The same key was committed while this one waited for its number: hand the number back, it is still ours alone.
  if (done.is_counted)
    await tx.$executeRaw(sql`update webhook_sequence set last_seq = last_seq - 1 where team_id = ${event.team_id}`)
  return null
}

type Message = NewEvent<EventType> & { id: string; occurred_at: Date }

/** The text before and after the number, which only Postgres knows. */
type Body = { before: string; after: string }

function bodyAround({ id, type, occurred_at, team_id, is_test, data }: Message): Body {
  const timestamp = occurred_at.toISOString()
  const before = `${JSON.stringify({ id, type, timestamp, api_version: apiVersion }).slice(0, -1)},"seq":`
  const rest = { team: { id: team_id }, ...(is_test && { test: true }), data: checked(type, data) }
  const body = { before, after: `,${JSON.stringify(rest).slice(1)}` }
  const bytes = Buffer.byteLength(before) + Buffer.byteLength(body.after) + String(Number.MAX_SAFE_INTEGER).length
  if (bytes <= maxBodyBytes) return body
  const detail = `An event of ${bytes} bytes is more than ${maxBodyBytes} allow. Send a link to what is large.`
  throw new Problem("body_too_large", detail)
}

/** An event that breaks its own schema is our fault: tests fail on it; production tells it, and tells us. */
function checked(type: EventType, data: unknown) {
  const result = events[type].data.safeParse(data)
  if (result.success) return result.data
  if (process.env.NODE_ENV === "test") throw new Error(`${type} does not fit its schema: ${result.error.message}`)
  log.error({ type, issues: result.error.issues }, "an event does not fit its schema; it is sent all the same")
  return data
}

/** One statement, however many endpoints match. */
function insertion(message: Message, { before, after }: Body): Sql {
  const { id, team_id, type, occurred_at, dedup_key = null, is_test = false } = message
  return sql`
    with fresh as (select where not exists (
      select from webhook_message where team_id = ${team_id} and dedup_key = ${dedup_key}::text)),
    counted as (insert into webhook_sequence as s (team_id, last_seq) select ${team_id}, 1 from fresh
      on conflict (team_id) do update set last_seq = s.last_seq + 1 returning s.last_seq as seq),
    written as (
      insert into webhook_message (id, team_id, type, api_version, occurred_at, dedup_key, body, body_sha256, bytes, seq, is_test)
      select ${id}, ${team_id}, ${type}, ${apiVersion}, ${occurred_at}, ${dedup_key}, body, sha256(convert_to(body, 'UTF8')),
        octet_length(body), seq, ${is_test}
      from (select seq, ${before}::text || seq || ${after}::text as body from counted) c
      on conflict (team_id, dedup_key) do nothing returning id),
    delivered as (${deliveries(message)})
    select exists (select from written) as is_written, exists (select from counted) as is_counted`
}

/** One for each endpoint that asked for it. Where nothing may be sent now it is held, until somebody resumes. */
const deliveries = ({ team_id, type, ...to }: Message): Sql => sql`
  insert into webhook_delivery (id, team_id, message_id, endpoint_id, event_type, state, next_attempt_at)
  select ${deliveryId()}, e.team_id, w.id, e.id, ${type}, case when m.is_sent then 'pending' else 'held' end, case when m.is_sent then now() end
  from written w cross join webhook_endpoint e join team t on t.id = e.team_id
    cross join lateral (select e.state = 'active' and not t.is_suspended and not t.plan = any(${plansWithout()}) as is_sent) m
  where e.team_id = ${team_id} and e.state <> 'deleted' and ${hears(type, to)}`

const hears = (type: EventType, to: Pick<NewEvent<EventType>, "except_endpoint_id" | "only_endpoint_id">): Sql =>
  to.only_endpoint_id
    ? sql`e.id = ${to.only_endpoint_id}`
    : sql`e.id <> ${to.except_endpoint_id ?? ""} and e.event_types && ${patternsFor(type)}`

/** Made by Postgres, one a row: prefix and time from here, and hexadecimal digits, which are also digits of a ULID. */
const deliveryId = (): Sql =>
  sql`${newId("delivery").slice(0, -16)} || upper(left(replace(gen_random_uuid()::text, '-', ''), 16))`

const plansWithout = () => planNames.filter((plan) => !limitsOf(plan).hasDeveloperAccess)
