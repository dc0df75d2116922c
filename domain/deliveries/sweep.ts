/**
 * Repairs the state that killed processes and races leave behind. Releases expired leases, holds or cancels pending
 * deliveries whose endpoint may get no requests, and corrects endpoint queues that disagree with the deliveries.
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

/** Runs each of these repairs once. */
export async function sweep(): Promise<SweepCounts> {
  const released = await releaseExpiredLeases()
  const stopped = await repeatInBatches(stopStatement())
  await repairQueue()
  if (stopped > 0) log.info({ stopped }, "the sweep held or canceled deliveries whose endpoint may get no requests")
  return { released, stopped }
}

/**
 * Holds pending deliveries of endpoints that are paused or disabled, and of teams that may not send. Cancels those of
 * deleted endpoints. Manual and test deliveries are still sent, unless the endpoint is deleted.
 */
const stopStatement = () => sql`
  with candidate as materialized (
    select d.id, e.state as endpoint_state from webhook_endpoint e join team t on t.id = e.team_id cross join lateral (
      select d.id from webhook_delivery d
      where d.endpoint_id = e.id and ${isPending(sql`d`)} and (d.trigger not in ('manual', 'test') or e.state = 'deleted')
      limit ${batchSize} for update skip locked) d
    where e.state <> 'active' or not ${teamMaySend()} limit ${batchSize}),
  stopped as (
    update webhook_delivery d set next_attempt_at = null, updated_at = now(),
      state = case when endpoint_state = 'deleted' then 'cancelled' else 'held' end, ended_at = case when endpoint_state = 'deleted' then now() end
    from candidate where d.id = candidate.id returning 1)
  select count(*) as count from stopped`

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
