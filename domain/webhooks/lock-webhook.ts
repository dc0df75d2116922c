/** Locks an endpoint for a change. A concurrent change waits and then reads the result of this one. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { type Prisma, rowsIn, sql } from "@/prisma/client"
import { webhookStates } from "./webhook"

const lockedRow = z.object({
  id: z.string(),
  state: z.enum(webhookStates),
  url: z.string(),
  description: z.string(),
  event_types: z.array(z.string()),
  retry_profile: z.string(),
  max_per_second: z.number().nullable(),
  is_fifo: z.boolean(),
  signs_ed25519: z.boolean(),
  header_names: z.array(z.string()),
})
type LockedWebhook = z.infer<typeof lockedRow>

/** Throws `resource_not_found` if the endpoint does not exist, is deleted, or belongs to another team. */
export async function lockWebhook(
  tx: Prisma.TransactionClient,
  teamId: string,
  webhookId: string,
): Promise<LockedWebhook> {
  const [found] = await rowsIn(
    tx,
    lockedRow,
    sql`
      select id, state, url, description, event_types, retry_profile, max_per_second, is_fifo, signs_ed25519, header_names
      from webhook_endpoint where team_id = ${teamId} and id = ${webhookId} and deleted_at is null for update`,
  )
  if (!found) throw notFound("webhook")
  return found
}
