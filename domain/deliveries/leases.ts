/** What is leased, by whatever process: found by what claims have listed, as no index of deliveries knows it. */
import { sql } from "@/prisma/client"

/**
 * For a from clause: rows of webhook_delivery, with `holder`. Each once: what was leased anew since a claim listed it stands in the list
 * of another. Postgres, which knows little of short tables, must look them up by their ids.
 */
export const leasedDeliveries = sql`(
  select c.holder, d.* from webhook_claim c cross join unnest(c.delivery_ids) as listed(id) cross join lateral (
    select * from webhook_delivery where id = listed.id and state = 'leased' and updated_at <= c.claimed_at offset 0) d)`
