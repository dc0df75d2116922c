/** Finds the leased deliveries of all processes. Uses the lists in webhook_claim, because no index of webhook_delivery covers leases. */
import { sql } from "@/prisma/client"

/**
 * For a from clause: rows of webhook_delivery, with `holder`. Each delivery appears once: if it was leased again after a claim
 * listed it, only the newer claim counts. `offset 0` forces a lookup by id, because Postgres plans badly for short tables.
 */
export const leasedDeliveries = sql`(
  select c.holder, d.* from webhook_claim c cross join unnest(c.delivery_ids) as listed(id) cross join lateral (
    select * from webhook_delivery where id = listed.id and state = 'leased' and updated_at <= c.claimed_at offset 0) d)`
