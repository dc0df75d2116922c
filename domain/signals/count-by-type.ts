/** Counts the team's signals of each type, with any status. */
import { z } from "zod"
import { signalTypes } from "@/domain/events/signal-created"
import { timestampInput } from "@/domain/kernel/fields"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"

const typeCount = z.object({ type: z.enum(signalTypes), n: z.int() })

export const countByType = defineOperation({
  id: "signals.countByType",
  summary: "Count signals by type",
  audience: "team",
  kind: "query",
  input: z.strictObject({ created_after: timestampInput() }),
  output: z.array(typeCount).meta({ description: "Types without signals are left out." }),
  async handle({ team }, { created_after }) {
    const counts = await rows(
      typeCount,
      sql`select type, count(*)::int as n from signal
        where team_id = ${team.id} and created_at >= ${new Date(created_after)} group by type order by type`,
    )
    return { data: counts }
  },
})
