/** Whether there is still something to send: content goes with its retention, or when somebody has it removed. */
import { Problem } from "@/domain/errors"
import { type Prisma, sql } from "@/prisma/client"

/** Of every message. */
export const contentType = "application/json; charset=utf-8"

type Content = { id: string; body: string }

/** The message with its body; `resource_purged` without one. Nobody can remove it before `tx` ends. */
export async function demandContent(tx: Prisma.TransactionClient, teamId: string, messageId: string): Promise<Content> {
  const [found] = await tx.$queryRaw<Content[]>(sql`select id, body from webhook_message
    where team_id = ${teamId} and id = ${messageId} and expunged_at is null for share`)
  if (found) return found
  throw new Problem("resource_purged", "The content of this message was removed; nothing of it can be sent again.")
}
