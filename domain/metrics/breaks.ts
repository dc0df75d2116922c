/** Reads the declared breaks of a client's metrics: days from which values cannot be compared with those before. */
import { z } from "zod"
import { calendarDate } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { rows, sql } from "@/prisma/client"

export const seriesBreak = z.object({
  date: calendarDate().meta({ description: "The first day whose values cannot be compared with those before." }),
  reason: z.string().meta({ description: "Why the series breaks." }),
})
export type SeriesBreak = z.infer<typeof seriesBreak>

export const declaredBreak = seriesBreak.extend({ id: id("annotation") })

/** Changes of the tracking in the period, in order of time. Other annotations do not break a series. */
export const findBreaks = (teamId: string, clientId: string, { from, to }: { from: string; to: string }) =>
  rows(
    declaredBreak,
    sql`select a.id, a.date, a.text as reason from annotation a
      where a.team_id = ${teamId} and a.client_id = ${clientId} and a.kind = ${breakKind}
        and a.date between ${from}::date and ${to}::date
      order by a.date, a.id`,
  )

/** The kind of annotation that is a break. */
export const breakKind = "tracking_change"
