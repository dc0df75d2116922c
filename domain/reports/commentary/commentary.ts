/** Defines the commentary of a report: text about one period, for the whole report or for one of its sections. */
import { z } from "zod"
import { calendarDate, createdAt } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { rows, sql } from "@/prisma/client"

export const maxCommentaryCharacters = 5_000

export const commentary = z
  .object({
    id: id("commentary"),
    section_id: id("section")
      .nullable()
      .meta({ description: "The section that the text is about. `null` for the whole report." }),
    period: z
      .object({
        from: calendarDate().meta({ description: "The first day." }),
        to: calendarDate().meta({ description: "The last day, inclusive." }),
      })
      .meta({ description: "The period that the text is about." }),
    markdown: z.string().meta({ description: "The text in Markdown, without HTML and images." }),
    author: z.string().meta({ description: "The name of the author." }),
    created_at: createdAt(),
  })
  .meta({ id: "Commentary" })
export type Commentary = z.infer<typeof commentary>

/** What `commentaryOf` returns. */
export const periodCommentary = z.array(commentary).meta({
  description:
    "The commentary of the period: for the report and for each section the text about exactly this period, or else the text about the latest period that ends in it.",
})

export const commentaryColumns = sql`c.id, c.section_id, json_build_object('from', c.period_from, 'to', c.period_to) as period,
  c.markdown, c.author, c.created_at`

type CommentaryQuery = { teamId: string; reportId: string; from: string; to: string }

/**
 * Returns the text of the report and of each section for a period: the text about exactly this period, or else the text
 * about the latest period that ends in it. An empty text means that the commentary was removed.
 */
export function commentaryOf({ teamId, reportId, from, to }: CommentaryQuery): Promise<Commentary[]> {
  return rows(
    commentary,
    sql`
      with newest_of_period as (
        select distinct on (coalesce(section_id, ''), period_from, period_to) * from report_commentary
        where team_id = ${teamId} and report_id = ${reportId} and period_to between ${from}::date and ${to}::date
        order by coalesce(section_id, ''), period_from, period_to, created_at desc, id desc),
      best_of_section as (
        select distinct on (coalesce(section_id, '')) * from newest_of_period
        where markdown <> ''
        order by coalesce(section_id, ''), (period_from = ${from}::date and period_to = ${to}::date) desc, period_to desc,
          period_from desc)
      select ${commentaryColumns} from best_of_section c
      where c.section_id is null or exists (
        select 1 from report_section s where s.team_id = ${teamId} and s.report_id = ${reportId} and s.id = c.section_id)
      order by c.section_id nulls first`,
  )
}

export const exampleCommentary: Commentary = {
  id: exampleId("commentary"),
  section_id: null,
  period: { from: "2026-10-01", to: "2026-10-31" },
  markdown: "Revenue rose by 12%, mainly through the new e-bike campaign.",
  author: "Ada Lindqvist",
  created_at: "2026-11-02T16:04:11.201Z",
}
