/** Runs one step of a recovery: schedules the next 500 deliveries and stores the position in the same transaction. */
import { z } from "zod"
import { newId } from "@/domain/kernel/ids"
import { idRow, teamIdRow } from "@/domain/kernel/rows"
import { acrossTeams, inTeam, type Prisma, prisma, rows, rowsIn, sql } from "@/prisma/client"
import { isRecoverable, messagesWithoutDelivery, range, undeliveredMessages } from "./recoverable"

/** Deliveries that one step handles. */
const perStep = 500
/** The time between two deliveries: 20 per second, so that a receiver that has just recovered is not overloaded. */
const paceMs = 50

/**
 * Schedules each delivery once, even if calls run at the same time, are repeated or follow a crash. Returns "more" when
 * another step is needed.
 */
export async function stepRecovery(recoveryId: string): Promise<"more" | "done"> {
  const team_id = await teamOf(recoveryId)
  if (!team_id) return "done"
  return inTeam(team_id, () => prisma.$transaction((tx) => runStep(tx, team_id, recoveryId)))
}

/** Ids of running recoveries. The process that was notified of a recovery may have died before it started. */
export async function openRecoveries(): Promise<string[]> {
  // Across teams: recoveries of all teams continue after a restart.
  const found = await acrossTeams(() =>
    rows(idRow, sql`select id from webhook_recovery where state = 'running' order by created_at, id`),
  )
  return found.map(({ id }) => id)
}

/** Across teams: the caller knows only the recovery's id. */
async function teamOf(recoveryId: string): Promise<string | undefined> {
  const [found] = await acrossTeams(() =>
    rows(teamIdRow, sql`select team_id from webhook_recovery where id = ${recoveryId}`),
  )
  return found?.team_id
}

const runningRow = range.extend({
  id: z.string(),
  /** The position: creation time and id of the last delivery or message that a step has handled. */
  after_at: z.date(),
  after_id: z.string(),
  include_missing: z.boolean(),
  /** False while steps reopen deliveries, true while they create missing ones. The position starts again in between. */
  is_on_missing: z.boolean(),
  /** The event types that the endpoint subscribes to. */
  patterns: z.array(z.string()),
  /** The endpoint's state is `active`. */
  is_active: z.boolean(),
  /** When the first delivery of this step becomes due. */
  first_due_at: z.date(),
})
type RunningRecovery = z.infer<typeof runningRow>

const batchRow = z.object({
  /** Deliveries or messages that the step read. */
  seen: z.int(),
  /** Deliveries that the step scheduled. Fewer than `seen` when others changed or created them first. */
  done: z.int(),
  last_at: z.date().nullable(),
  last_id: z.string().nullable(),
})
type Batch = z.infer<typeof batchRow>
const reopenedRow = batchRow.extend({ pg_notify: z.string() })

async function runStep(tx: Prisma.TransactionClient, teamId: string, recoveryId: string): Promise<"more" | "done"> {
  const recovery = await lockRecovery(tx, teamId, recoveryId)
  if (!recovery) return "done"
  if (!recovery.is_active) return endRecovery(tx, recovery, "cancelled")
  const batch = recovery.is_on_missing ? await createMissing(tx, recovery) : await reopenNext(tx, recovery)
  await storePosition(tx, recovery, batch)
  if (batch.seen === perStep) return "more"
  if (recovery.include_missing && !recovery.is_on_missing) return startMissingDeliveries(tx, recovery)
  return endRecovery(tx, recovery, "completed")
}

/**
 * Locks the recovery. A concurrent step waits here, and then continues from the new position. Returns undefined if the
 * recovery has ended.
 */
async function lockRecovery(
  tx: Prisma.TransactionClient,
  teamId: string,
  recoveryId: string,
): Promise<RunningRecovery | undefined> {
  const [found] = await rowsIn(
    tx,
    runningRow,
    sql`
      select r.id, r.team_id, r.endpoint_id, r.since, r.until, r.states, r.event_types, r.after_at, r.after_id, r.include_missing,
        r.is_on_missing, e.event_types as patterns, e.state = 'active' as is_active, greatest(now(), r.next_slot_at) as first_due_at
      from webhook_recovery r join webhook_endpoint e on e.team_id = r.team_id and e.id = r.endpoint_id
      where r.team_id = ${teamId} and r.id = ${recoveryId} and r.state = 'running' for update of r`,
  )
  return found
}

/**
 * Schedules the next undelivered deliveries. Locks messages before deliveries, in the same order as the removal of
 * contents, to avoid deadlocks.
 */
async function reopenNext(tx: Prisma.TransactionClient, recovery: RunningRecovery): Promise<Batch> {
  const { id, team_id, endpoint_id, after_at, after_id, states, first_due_at } = recovery
  const [reopened] = (await rowsIn(
    tx,
    reopenedRow,
    sql`
      with next as (select d.id, d.created_at from ${undeliveredMessages(recovery)} and (d.created_at, d.id) > (${after_at}, ${after_id})
        order by d.created_at, d.id limit ${perStep} for share of m),
      numbered as (select id, created_at, row_number() over (order by created_at, id) - 1 as position from next),
      changed as (update webhook_delivery d set state = 'pending', trigger = 'recover', recovery_id = ${id}, reopened_from = d.state,
          attempts = case when d.state in ('pending', 'held') then d.attempts else 0 end, is_retried = true, ended_at = null, updated_at = now(),
          -- A pending delivery never becomes due later than before. Otherwise newer events could overtake it.
          next_attempt_at = least(case when d.state = 'pending' then d.next_attempt_at end,
            ${first_due_at}::timestamptz + numbered.position * ${paceMs}::int * interval '1 ms')
        from numbered where d.team_id = ${team_id} and d.id = numbered.id and d.state = any(${states}) and ${isRecoverable} returning 1)
      select (select count(*)::int from numbered) as seen, (select count(*)::int from changed) as done,
        (select created_at from numbered order by position desc limit 1) as last_at,
        (select id from numbered order by position desc limit 1) as last_id,
        pg_notify('webhook_due', ${endpoint_id})::text`,
  )) as [z.infer<typeof reopenedRow>]
  return reopened
}

/** Creates the next missing deliveries. The unique key on message and endpoint prevents duplicates. */
async function createMissing(tx: Prisma.TransactionClient, recovery: RunningRecovery): Promise<Batch> {
  const { id: recovery_id, team_id, endpoint_id, after_at, after_id, first_due_at, patterns } = recovery
  const next = await rowsIn(
    tx,
    messageRow,
    sql`
      select m.id, m.type, m.created_at from ${messagesWithoutDelivery(recovery, patterns)} and (m.created_at, m.id) > (${after_at}, ${after_id})
      order by m.created_at, m.id limit ${perStep} for share of m`,
  )
  const { count } = await tx.webhookDelivery.createMany({
    data: next.map(({ id: message_id, type: event_type }, index) => ({
      id: newId("delivery"),
      team_id,
      endpoint_id,
      message_id,
      event_type,
      recovery_id,
      state: "pending",
      trigger: "recover",
      is_replayed: true,
      next_attempt_at: new Date(first_due_at.getTime() + index * paceMs),
    })),
    skipDuplicates: true,
  })
  const last = next.at(-1)
  return { seen: next.length, done: count, last_at: last?.created_at ?? null, last_id: last?.id ?? null }
}

async function storePosition(
  tx: Prisma.TransactionClient,
  { id, team_id, first_due_at }: RunningRecovery,
  { done, last_at, last_id }: Batch,
) {
  await tx.$executeRaw(sql`update webhook_recovery set done = done + ${done}, after_at = coalesce(${last_at}, after_at),
      after_id = coalesce(${last_id}, after_id), next_slot_at = ${first_due_at}::timestamptz + ${done * paceMs}::int * interval '1 ms'
    where team_id = ${team_id} and id = ${id}`)
}

async function startMissingDeliveries(tx: Prisma.TransactionClient, { id, team_id }: RunningRecovery): Promise<"more"> {
  await tx.$executeRaw(sql`update webhook_recovery set is_on_missing = true, after_at = since, after_id = ''
    where team_id = ${team_id} and id = ${id}`)
  return "more"
}

async function endRecovery(
  tx: Prisma.TransactionClient,
  { id, team_id }: RunningRecovery,
  state: "completed" | "cancelled",
) {
  await tx.$executeRaw(sql`update webhook_recovery set state = ${state}, ended_at = now()
    where team_id = ${team_id} and id = ${id}`)
  return "done" as const
}

const messageRow = z.object({ id: z.string(), type: z.string(), created_at: z.date() })
