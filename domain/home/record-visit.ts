/**
 * Records that a member opened Home. A visit ends when the member does not open Home for 30 minutes. The next one then
 * starts, and `getPreviousVisit` returns when the member last opened Home during the ended visit.
 */
import { z } from "zod"
import { timestampInput } from "@/domain/kernel/fields"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"

/** Two openings of Home within this time belong to the same visit. */
export const visitGapMinutes = 30
/** Openings within this time after a stored one are not stored, to save writes. */
const minWriteIntervalSeconds = 60

const writtenRow = z.object({ user_id: z.string() })

export const recordVisit = defineOperation({
  id: "home.recordVisit",
  summary: "Record a visit to Home",
  description: "Stores at most one time per minute. Callers other than members are ignored.",
  audience: "team",
  kind: "mutation",
  input: z.strictObject({
    read_at: timestampInput().meta({ description: "When the data that the page shows was read." }),
  }),
  output: z.object({ is_written: z.boolean().meta({ description: "True if a time was stored." }) }),
  async handle({ team, actor, now }, { read_at }) {
    if (actor.kind !== "person") return { data: { is_written: false } }
    // A page from the browser's history shows old data, so its own time counts. Times in the future become now.
    const readAt = new Date(Math.min(Date.parse(read_at), now().getTime()))
    const written = await rows(
      writtenRow,
      sql`
        update membership set home_seen_at = ${readAt}::timestamptz,
          previous_home_visit_at = case when ${readAt}::timestamptz > home_seen_at + make_interval(mins => ${visitGapMinutes}::int)
            then home_seen_at else previous_home_visit_at end
        where team_id = ${team.id} and user_id = ${actor.id} and (home_seen_at is null
          or ${readAt}::timestamptz >= home_seen_at + make_interval(secs => ${minWriteIntervalSeconds}::int))
        returning user_id`,
    )
    return { data: { is_written: written.length > 0 } }
  },
})
