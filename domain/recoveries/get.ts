/** Gets one recovery and counts its deliveries by result. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"
import { recovery, requireRecovery } from "./recovery"

const results = z.object({
  waiting: z.int().meta({ description: "Deliveries whose first attempt has not finished." }),
  retrying: z.int().meta({ description: "Deliveries that failed and whose next attempt has not finished." }),
  succeeded: z.int(),
  failed: z.int(),
  other: z.int().meta({ description: "Deliveries that have been held, canceled or expired since." }),
})

export const getRecovery = defineOperation({
  id: "recoveries.get",
  summary: "Get a recovery of a webhook",
  audience: "team",
  kind: "query",
  input: z.strictObject({ recovery_id: id("recovery") }),
  output: z.object({ ...recovery.shape, results }),
  async handle({ team }, { recovery_id }) {
    const found = await requireRecovery(team.id, recovery_id)
    const [counts] = await rows(
      results,
      sql`
        select count(*) filter (where phase = 'open' and trigger = 'recover') as waiting,
          count(*) filter (where phase = 'open' and trigger <> 'recover') as retrying,
          count(*) filter (where state = 'succeeded') as succeeded, count(*) filter (where state = 'exhausted') as failed,
          count(*) filter (where state in ('held', 'cancelled', 'expired')) as other
        from webhook_delivery where team_id = ${team.id} and recovery_id = ${recovery_id}`,
    )
    return { data: { ...found, results: counts as z.infer<typeof results> } }
  },
})
