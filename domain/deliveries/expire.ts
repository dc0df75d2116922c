/** Gives up what was held for 30 days: by then its content is gone. */
import { acrossTeams, sql } from "@/prisma/client"
import { inSteps } from "./sweep"

const heldDays = 30

/** Returns how many. Across teams: time runs out for all of them. */
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
