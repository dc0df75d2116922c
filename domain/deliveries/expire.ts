/** Expires deliveries that were held for 30 days. Their content has been deleted by then. */
import { acrossTeams, sql } from "@/prisma/client"
import { inSteps } from "./sweep"

const heldDays = 30

/** Returns how many expired. Across teams: the limit applies to all teams. */
export const expire = (): Promise<number> =>
  acrossTeams(() =>
    inSteps(
      () => sql`
        with old as (select id from webhook_delivery where phase = 'held' and created_at < now() - make_interval(days => ${heldDays})
          limit 1000 for update skip locked),
        expired as (update webhook_delivery d set state = 'expired', ended_at = now(), updated_at = now() from old where d.id = old.id returning 1)
        select count(*) as count from expired`,
    ),
  )
