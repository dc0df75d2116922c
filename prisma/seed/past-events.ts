/**
 * Publishes the demo team's events of the last weeks in the order in which they happened, to the webhooks that exist.
 * The evaluations of the sample signals have published theirs with the time of seeding, so those are replaced.
 */
import { z } from "zod"
import type { EventData, EventType } from "@/domain/events/catalogue"
import { publish } from "@/domain/events/publish"
import type { TeamFacts } from "@/domain/kernel/context"
import { describeScan } from "@/domain/scans/describe-scan"
import { type Prisma, prisma, sql } from "../client"

export type PastEvent = {
  [Type in EventType]: { type: Type; data: EventData<Type>; at: Date; dedupe_key?: string; except_endpoint_id?: string }
}[EventType]

/** The events of signals and of scans that finished since `since`, oldest first. */
export async function findPastEvents(team: TeamFacts, since: Date): Promise<PastEvent[]> {
  const signals = await prisma.webhookMessage.findMany({ where: { team_id: team.id, type: "signal.created" } })
  const scans = await prisma.scan.findMany({ where: { team_id: team.id, finished_at: { gt: since } } })
  const ofScans = scans.map(async ({ id, finished_at }): Promise<PastEvent> => {
    const at = finished_at ?? since
    return { type: "scan.completed", data: await describeScan(team, id, at), at, dedupe_key: `scan.completed:${id}` }
  })
  return oldestFirst([...signals.map(eventOfSignal), ...(await Promise.all(ofScans))])
}

/**
 * Publishes the events in their order. Call it after the webhooks are created. They must not be active, or their
 * deliveries would be sent.
 */
export async function publishPastEvents(tx: Prisma.TransactionClient, team_id: string, events: PastEvent[]) {
  await tx.webhookMessage.deleteMany({ where: { team_id } })
  await tx.webhookSequence.deleteMany({ where: { team_id } })
  for (const { at, ...event } of events) await publish(tx, { ...event, team_id, occurred_at: at })
  await tx.$executeRaw(sql`update webhook_message set created_at = occurred_at where team_id = ${team_id}`)
}

export const oldestFirst = (events: PastEvent[]) => events.toSorted((a, b) => a.at.getTime() - b.at.getTime())

const signalBody = z.looseObject({
  data: z.looseObject({ signal: z.looseObject({ first_detected_at: z.string() }) }),
})

function eventOfSignal({ body, dedup_key }: { body: string; dedup_key: string | null }): PastEvent {
  const { data } = signalBody.parse(JSON.parse(body))
  const known = { type: "signal.created", data: data as EventData<"signal.created"> } as const
  return { ...known, at: new Date(data.signal.first_detected_at), ...(dedup_key !== null && { dedupe_key: dedup_key }) }
}
