/**
 * Repairs what killed processes and races leave behind: expired leases, pending deliveries of endpoints that may get no
 * requests, and rows of the endpoint queue that disagree with the deliveries.
 */
import { teamMaySend } from "@/domain/events/delivery-permission"
import { contentDays } from "@/domain/events/retention"
import { log } from "@/domain/kernel/log"
import { batchSize, repeatInBatches } from "@/domain/kernel/repeat-in-batches"
import { isPending, repairQueue } from "@/domain/webhooks/endpoint-queue"
import { sql } from "@/prisma/client"
import { releaseExpiredLeases } from "./expire-abandoned-leases"

export type SweepCounts = {
  /** Deliveries whose expired lease was released. */
  released: number
  /** Deliveries that were held or canceled because their endpoint may get no requests. */
  stopped: number
}

/** Runs all repairs once. */
export async function sweep(): Promise<SweepCounts> {
  const released = await releaseExpiredLeases()
  const stopped = await repeatInBatches(stopStatement())
  await repairQueue()
  if (stopped > 0) log.info({ stopped }, "the sweep stopped deliveries of endpoints that are not sent to")
  return { released, stopped }
}

/**
 * Expires held deliveries that were created more than 30 days ago, because their content is then deleted. Returns how
 * many expired.
 */
export const expireHeldDeliveries = (): Promise<number> =>
  repeatInBatches(sql`
    with old as (select id from webhook_delivery where phase = 'held' and created_at < now() - make_interval(days => ${contentDays})
      limit ${batchSize} for update skip locked),
    expired as (update webhook_delivery d set state = 'expired', ended_at = now(), updated_at = now() from old where d.id = old.id returning 1)
    select count(*) as count from expired`)

/**
 * Holds the deliveries of suspended teams, and holds or cancels those that were published or retried while their
 * endpoint was being paused or deleted, or their team's plan ended. Manual and test deliveries are still sent, unless
 * the endpoint is deleted.
 */
const stopStatement = () => sql`
  with unsendable as materialized (
    select d.id from webhook_endpoint e join team t on t.id = e.team_id cross join lateral (
      select d.id, d.trigger from webhook_delivery d where d.endpoint_id = e.id and ${isPending(sql`d`)}
      limit ${batchSize} for update skip locked) d
    where (e.state <> 'active' or not ${teamMaySend()}) and (d.trigger not in ('manual', 'test') or e.state = 'deleted') limit ${batchSize}),
  stopped as (
    update webhook_delivery d set next_attempt_at = null, updated_at = now(),
      state = case when e.state = 'deleted' then 'cancelled' else 'held' end, ended_at = case when e.state = 'deleted' then now() end
    from unsendable, webhook_endpoint e where d.id = unsendable.id and e.id = d.endpoint_id returning d.id)
  select count(*) as count from stopped`
