/**
 * Permanently removes the content of a message: its body and the stored responses. The log of its deliveries stays.
 */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { notFound, Problem } from "@/domain/kernel/errors"
import { timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { type Prisma, prisma, rowsIn, sql } from "@/prisma/client"

export const expungeMessage = defineOperation({
  id: "deliveries.expunge",
  summary: "Delete the content of a message",
  description:
    "Deletes the content for all endpoints and cancels pending deliveries. The event then returns resource_purged. Deleting the content twice changes nothing.",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({ message_id: id("message") }),
  output: z.object({ message_id: id("message"), expunged_at: timestamp(), cancelled_deliveries: z.int() }),
  fails: ["delivery_in_flight"],
  async handle(ctx, { message_id }) {
    const data = await prisma.$transaction(async (tx) => {
      const { event_type, expunged_at: before } = await lockMessage(tx, ctx.team.id, message_id)
      if (before) return { message_id, expunged_at: before, cancelled_deliveries: 0 }
      const cancelled_deliveries = await cancelOpen(tx, ctx.team.id, message_id)
      const expunged_at = await clearContent(tx, ctx.team.id, message_id)
      const after = { event_type, cancelled_deliveries }
      await recordAudit(ctx, { action: "message.expunged", subject_id: message_id, after }, tx)
      return { message_id, expunged_at, cancelled_deliveries }
    })
    return { data }
  },
})

/**
 * Locks the message. A request that creates a new delivery of it waits for this lock, and then finds no content to
 * send.
 */
async function lockMessage(tx: Prisma.TransactionClient, teamId: string, messageId: string) {
  const [found] = await rowsIn(
    tx,
    messageRow,
    sql`
      select type as event_type, expunged_at from webhook_message where team_id = ${teamId} and id = ${messageId} for update`,
  )
  if (!found) throw notFound("message")
  return found
}

/**
 * Cancels pending and held deliveries. Throws if one is leased: it already has the body, and its retry would have
 * nothing to send.
 */
async function cancelOpen(tx: Prisma.TransactionClient, teamId: string, messageId: string): Promise<number> {
  const canceled = await tx.$executeRaw(sql`
    update webhook_delivery set state = 'cancelled', next_attempt_at = null, ended_at = now(), updated_at = now()
    where team_id = ${teamId} and message_id = ${messageId} and state in ('pending', 'held')`)
  const leased = await tx.webhookDelivery.count({ where: { team_id: teamId, message_id: messageId, state: "leased" } })
  if (leased === 0) return canceled
  throw new Problem("delivery_in_flight", "This message is being sent right now. Try again in a few seconds.")
}

async function clearContent(tx: Prisma.TransactionClient, teamId: string, messageId: string): Promise<Date> {
  // Attempts have no index by message, so they are found through their deliveries.
  await tx.$executeRaw(sql`
    update webhook_attempt a set response_body = null, response_headers = null
    from webhook_delivery d where d.team_id = ${teamId} and d.message_id = ${messageId} and a.team_id = d.team_id and a.delivery_id = d.id`)
  const [cleared] = (await rowsIn(
    tx,
    clearedRow,
    sql`update webhook_message set body = '', body_sha256 = '', expunged_at = now()
      where team_id = ${teamId} and id = ${messageId} returning expunged_at`,
  )) as [z.infer<typeof clearedRow>]
  return cleared.expunged_at
}

const clearedRow = z.object({ expunged_at: z.date() })
const messageRow = z.object({ event_type: z.string(), expunged_at: z.date().nullable() })
