/**
 * Moves what waits for an endpoint from one state to another, however much it is: in steps that commit by themselves, so that no
 * statement runs long and nobody else waits. What is leased just now is left to the one who has it.
 */
import { isPending } from "@/domain/deliveries/pending"
import { empty, rows, type Sql, sql } from "@/prisma/client"

const perStep = 1_000

export type Waiting = { teamId: string; endpointId: string }

/** Pending becomes held: it waits until somebody resumes. */
export const holdPending = (waiting: Waiting) => move(waiting, isPending(), sql`state = 'held', next_attempt_at = null`)

/** The same for all endpoints of the team. */
export async function holdAllPending(teamId: string) {
  const endpoints = await rows<{ id: string }>(
    sql`select id from webhook_endpoint where team_id = ${teamId} and deleted_at is null`,
  )
  for (const { id } of endpoints) await holdPending({ teamId, endpointId: id })
}

/** Held becomes due at once; listening processes are told. */
export async function releaseHeld(waiting: Waiting) {
  const released = await move(waiting, isHeld, sql`state = 'pending', next_attempt_at = now()`)
  if (released > 0) await rows(sql`select pg_notify('webhook_due', '')`)
  return released
}

/** Deliveries that wait for a later time become due. Those of a recovery keep its pace. */
export const retryPending = (waiting: Waiting) =>
  move(waiting, sql`${isPending()} and next_attempt_at > now() and trigger <> 'recover'`, sql`next_attempt_at = now()`)

/** What is held is never sent. */
export const cancelHeld = (waiting: Waiting, which = empty) => move(waiting, sql`${isHeld}${which}`, cancelled)

/** What waits in any way is never sent. `eventTypes`: only these. */
export async function cancelWaiting(waiting: Waiting, eventTypes?: string[]) {
  const which = eventTypes ? sql` and event_type = any(${eventTypes})` : empty
  return (await move(waiting, sql`${isPending()}${which}`, cancelled)) + (await cancelHeld(waiting, which))
}

/** The types of events that wait. */
export async function waitingTypes({ teamId, endpointId }: Waiting): Promise<string[]> {
  const found = await rows<{ event_type: string }>(sql`select event_type from webhook_delivery
    where team_id = ${teamId} and endpoint_id = ${endpointId} and ${isPending()} union select event_type from webhook_delivery
    where team_id = ${teamId} and endpoint_id = ${endpointId} and ${isHeld}`)
  return found.map(({ event_type }) => event_type)
}

const cancelled = sql`state = 'cancelled', next_attempt_at = null, ended_at = now()`
const isHeld = sql`phase = 'held'`

async function move({ teamId, endpointId }: Waiting, which: Sql, change: Sql): Promise<number> {
  let moved = 0
  for (;;) {
    const [step] = await rows<{ count: number }>(sql`
      with taken as (select id from webhook_delivery where team_id = ${teamId} and endpoint_id = ${endpointId} and ${which}
        order by id limit ${perStep} for update skip locked),
      changed as (update webhook_delivery d set ${change}, updated_at = now() from taken
        where d.team_id = ${teamId} and d.id = taken.id returning 1)
      select count(*) as count from changed`)
    moved += step?.count ?? 0
    if (!step || step.count < perStep) return moved
  }
}
