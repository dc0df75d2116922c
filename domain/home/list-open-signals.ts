/**
 * Lists open signals of severity warning or critical for Home. Signals with a positive impact come last, so that the
 * limit cuts them off first.
 */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { severities, signal, signalColumns, signalSource } from "@/domain/signals/signal"
import { rows, sql } from "@/prisma/client"

const maxSignals = 100
const listedSeverities = severities.filter((severity) => severity !== "info")

export const listOpenSignals = defineOperation({
  id: "home.listOpenSignals",
  summary: "List the open signals that are warnings or critical",
  description:
    "Returns at most 100 signals. Those with a positive impact come last, then the most severe first, then the newest.",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: z.object({
    signals: z.array(signal),
    has_more: z.boolean().meta({ description: "`true` if the team has more of these signals than the list." }),
  }),
  async handle({ team }) {
    const found = await rows(
      signal,
      sql`
        select ${signalColumns(team)} from ${signalSource}
        where s.team_id = ${team.id} and s.status = 'open' and s.severity = any(${listedSeverities})
        order by s.impact = 'positive', array_position(${[...severities]}::text[], s.severity) desc, s.id desc
        limit ${maxSignals + 1}`,
    )
    return { data: { signals: found.slice(0, maxSignals), has_more: found.length > maxSignals } }
  },
})
