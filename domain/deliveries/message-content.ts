/** Reads the content of a message. It is gone after its retention, or when a user removed it. */
import { z } from "zod"
import { Problem } from "@/domain/kernel/errors"
import { type Prisma, rowsIn, sql } from "@/prisma/client"

/** Content type of every message. */
export const contentType = "application/json; charset=utf-8"

const contentRow = z.object({ id: z.string(), body: z.string() })
type Content = z.infer<typeof contentRow>

/**
 * Returns the message with its body. Throws `resource_purged` if the body is gone. Locks the message, so that the body
 * cannot be removed before `tx` ends.
 */
export async function requireContent(
  tx: Prisma.TransactionClient,
  teamId: string,
  messageId: string,
): Promise<Content> {
  const [found] = await rowsIn(
    tx,
    contentRow,
    sql`select id, body from webhook_message
      where team_id = ${teamId} and id = ${messageId} and expunged_at is null for share`,
  )
  if (found) return found
  throw new Problem("resource_purged", "The content of this message was deleted, so it cannot be sent again.")
}
