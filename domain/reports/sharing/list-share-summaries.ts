/** Lists the reports that are shared, with the time when a visitor last opened one of their links. */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"

const shareSummary = z.object({
  report_id: id("report"),
  active_links_n: z.int().meta({ description: "The number of links that are neither expired nor revoked." }),
  last_viewed_at: timestamp()
    .nullable()
    .meta({ description: "The time when one of the active links was last opened." }),
})

export const listShareSummaries = defineOperation({
  id: "reports.listShareSummaries",
  summary: "List which reports are shared",
  description: "Returns one entry for each report that has an active share link.",
  audience: "team",
  kind: "query",
  input: z.strictObject({
    report_id: z.array(id("report")).max(200).optional().meta({ description: "Only these reports." }),
  }),
  output: z.array(shareSummary),
  async handle({ team, now }, { report_id }) {
    const data = await rows(
      shareSummary,
      sql`
        select report_id, count(*)::int as active_links_n, max(last_viewed_at) as last_viewed_at
        from report_share_link
        where team_id = ${team.id} and revoked_at is null and expires_at > ${now()}
          and (${report_id ?? null}::text[] is null or report_id = any(${report_id ?? null}))
        group by report_id order by report_id`,
    )
    return { data }
  },
})
