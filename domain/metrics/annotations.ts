/**
 * Defines annotations: events that explain a client's metrics. A tracking change also breaks a series: values before
 * and after it cannot be compared.
 */
import { z } from "zod"
import { calendarDate } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { rows, sql } from "@/prisma/client"
import { providers } from "./provider"

export const annotationKinds = ["tracking_change", "launch", "algorithm_update", "note"] as const

export const annotation = z.object({
  id: id("annotation"),
  date: calendarDate().meta({
    description: "The day of the event. For a tracking change, the first day of the new series.",
  }),
  kind: z.enum(annotationKinds).meta({
    description: "The kind of event. After a `tracking_change`, values cannot be compared with those before.",
  }),
  text: z.string().meta({ description: "What happened." }),
  provider: z.enum(providers).nullable().meta({
    description: "The platform whose metrics the annotation concerns. `null` for all platforms.",
  }),
  metric: z
    .string()
    .nullable()
    .meta({ description: "The metric that the annotation concerns. `null` for all metrics." }),
  author: z.string().nullable().meta({ description: "The name of the user who added the annotation." }),
})
export type Annotation = z.infer<typeof annotation>

/** Returns the annotations of a client in an inclusive period, in order of time. */
export const findAnnotations = (teamId: string, clientId: string, { from, to }: { from: string; to: string }) =>
  rows(
    annotation,
    sql`select a.id, a.date, a.kind, a.text, a.provider, a.metric_id as metric, a.author from annotation a
      where a.team_id = ${teamId} and a.client_id = ${clientId} and a.date between ${from}::date and ${to}::date
      order by a.date, a.id`,
  )
