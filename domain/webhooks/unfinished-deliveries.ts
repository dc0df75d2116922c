/**
 * Holds, cancels or makes due the pending and held deliveries of one endpoint.
 *
 * A move works in steps that commit separately, so that no statement runs long or blocks others. It skips leased
 * deliveries, which belong to the process that sends them. It returns how many deliveries it moved.
 */
import { z } from "zod"
import { countRow, idRow } from "@/domain/kernel/rows"
import { empty, rows, rowsPlannedPerCall, type Sql, sql } from "@/prisma/client"
import { isPending, notifyDue } from "./endpoint-queue"

const perStep = 1_000

type EndpointRef = { teamId: string; endpointId: string }

/** Holds pending deliveries until a user resumes the endpoint. */
export const holdPending = (endpoint: EndpointRef) =>
  move(endpoint, isPending(), sql`state = 'held', next_attempt_at = null`)

/** Holds the pending deliveries of all endpoints of the team. */
export async function holdAllPending(teamId: string) {
  const endpoints = await rows(
    idRow,
    sql`select id from webhook_endpoint where team_id = ${teamId} and deleted_at is null`,
  )
  for (const { id } of endpoints) await holdPending({ teamId, endpointId: id })
}

/** Makes held deliveries due now. */
export const makeHeldDue = (endpoint: EndpointRef) =>
  makeDue(endpoint, isHeld, sql`state = 'pending', next_attempt_at = now()`)

/** Makes deliveries due that wait for a later time, except those of a recovery, which have their own pace. */
export const retryPending = (endpoint: EndpointRef) =>
  makeDue(
    endpoint,
    sql`${isPending()} and next_attempt_at > now() and trigger <> 'recover'`,
    sql`next_attempt_at = now()`,
  )

async function makeDue(endpoint: EndpointRef, condition: Sql, change: Sql) {
  const moved = await move(endpoint, condition, change)
  if (moved > 0) await rows(notifyDue(endpoint.endpointId))
  return moved
}

/** Cancels held deliveries. `moreConditions`: SQL that starts with `and`. */
export const cancelHeld = (endpoint: EndpointRef, moreConditions = empty) =>
  move(endpoint, sql`${isHeld}${moreConditions}`, cancelAssignments)

/** Cancels pending and held deliveries. `eventTypes`: only of these types. */
export async function cancelUnfinished(endpoint: EndpointRef, eventTypes?: string[]) {
  const hasType = eventTypes ? sql` and event_type = any(${eventTypes})` : empty
  const pending = await move(endpoint, sql`${isPending()}${hasType}`, cancelAssignments)
  const held = await cancelHeld(endpoint, hasType)
  return pending + held
}

/** Event types of the pending and held deliveries. */
export async function unfinishedTypes({ teamId, endpointId }: EndpointRef): Promise<string[]> {
  const found = await rows(
    eventTypeRow,
    sql`select event_type from webhook_delivery
      where team_id = ${teamId} and endpoint_id = ${endpointId} and ${isPending()} union select event_type from webhook_delivery
      where team_id = ${teamId} and endpoint_id = ${endpointId} and ${isHeld}`,
  )
  return found.map(({ event_type }) => event_type)
}

const cancelAssignments = sql`state = 'cancelled', next_attempt_at = null, ended_at = now()`
const isHeld = sql`phase = 'held'`

async function move({ teamId, endpointId }: EndpointRef, condition: Sql, change: Sql): Promise<number> {
  let moved = 0
  for (;;) {
    const [step] = await rowsPlannedPerCall(
      countRow,
      sql`
        with taken as (select id from webhook_delivery where team_id = ${teamId} and endpoint_id = ${endpointId} and ${condition}
          order by id limit ${perStep} for update skip locked),
        changed as (update webhook_delivery d set ${change}, updated_at = now() from taken
          where d.team_id = ${teamId} and d.id = taken.id returning 1)
        select count(*) as count from changed`,
    )
    moved += step?.count ?? 0
    if (!step || step.count < perStep) return moved
  }
}

const eventTypeRow = z.object({ event_type: z.string() })
