/** Counts the open and held deliveries of an endpoint, and the age of the oldest one that waits. */
import { z } from "zod"
import { rows, sql } from "@/prisma/client"

export const webhookQueue = z.object({
  pending: z.int(),
  in_flight: z.int(),
  held: z.int(),
  oldest_pending_seconds: z.number().nullable().meta({ description: "The age of the oldest pending delivery." }),
})

export async function queueOf(teamId: string, endpointId: string): Promise<z.infer<typeof webhookQueue>> {
  const of = sql`d.team_id = ${teamId} and d.endpoint_id = ${endpointId}`
  const [found] = await rows<z.infer<typeof webhookQueue>>(sql`
    select count(*) filter (where d.state = 'pending') as pending, count(*) filter (where d.state = 'leased') as in_flight,
      (select count(*) from webhook_delivery d where ${of} and d.phase = 'held') as held,
      extract(epoch from now() - min(d.created_at) filter (where d.state = 'pending')) as oldest_pending_seconds
    from webhook_delivery d where ${of} and d.phase = 'open'`)
  return found ?? { pending: 0, in_flight: 0, held: 0, oldest_pending_seconds: null }
}
