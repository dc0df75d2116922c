/** Locks an endpoint for a change. Another change waits and then reads the result of this one. */
import { notFound } from "@/domain/kernel/errors"
import { type Prisma, sql } from "@/prisma/client"
import type { webhookStates } from "./webhook"

type Locked = {
  id: string
  state: (typeof webhookStates)[number]
  url: string
  description: string
  event_types: string[]
  retry_profile: string
  max_per_second: number | null
  is_fifo: boolean
  signs_ed25519: boolean
  header_names: string[]
}

/** Throws `resource_not_found` if the endpoint does not exist, is deleted, or belongs to another team. */
export async function lockWebhook(tx: Prisma.TransactionClient, teamId: string, webhookId: string): Promise<Locked> {
  const [found] = await tx.$queryRaw<Locked[]>(sql`
    select id, state, url, description, event_types, retry_profile, max_per_second, is_fifo, signs_ed25519, header_names
    from webhook_endpoint where team_id = ${teamId} and id = ${webhookId} and deleted_at is null for update`)
  if (!found) throw notFound("webhook")
  return found
}
