/** Defines a signal: the finding as it was first detected, and what the team and later evaluations did with it. */
import { z } from "zod"
import { exampleSignalCreated, signalCreated } from "@/domain/events/signal-created"
import { baseUrl } from "@/domain/kernel/base-url"
import type { TeamFacts } from "@/domain/kernel/context"
import { notFound } from "@/domain/kernel/errors"
import { createdAt, timestamp, updatedAt } from "@/domain/kernel/fields"
import { rows, type Sql, sql } from "@/prisma/client"

/**
 * A user acknowledges an open signal. Open and acknowledged signals can be snoozed, and are open again afterwards.
 * Signals of these three statuses can be resolved or dismissed, which is final after ten minutes (`reopenSignals`). An
 * evaluation resolves open and acknowledged signals when the condition is absent twice in a row.
 */
export const signalStatuses = signalCreated.shape.signal.shape.status.options
export const activeStatuses = ["open", "acknowledged", "snoozed"] as const

export const severities = signalCreated.shape.signal.shape.severity.options

const time = (description: string) => timestamp().nullable().meta({ description })

export const signal = z
  .object({
    ...signalCreated.shape.signal.shape,
    status: signalCreated.shape.signal.shape.status.meta({ description: "The status of the signal." }),
    last_detected_at: timestamp().meta({ description: "The time when the finding was last detected." }),
    occurrences: z.int().meta({ description: "The number of evaluations of new data that detected the finding." }),
    acknowledged_at: time("The time when a user acknowledged the signal. `null` if it was not acknowledged."),
    acknowledged_by: z.string().nullable().meta({ description: "The name of the user who acknowledged the signal." }),
    snoozed_until: time("The time when the signal opens again. `null` if it is not snoozed."),
    resolved_at: time("The time when the signal was resolved. `null` if it is not resolved."),
    resolution: z.enum(["auto", "manual", "expired"]).nullable().meta({
      description:
        "How the signal was resolved. `auto`: two evaluations in a row did not find the condition. `manual`: a user resolved it. `expired`: the condition was last detected more than 30 days ago.",
    }),
    dismissed_at: time("The time when a user dismissed the signal as a false alarm. `null` if it was not dismissed."),
    created_at: createdAt(),
    updated_at: updatedAt(),
  })
  .meta({ id: "Signal" })
export type SignalRow = z.infer<typeof signal>

/** The columns of a signal `s` and its client `c`. */
export const signalColumns = ({
  slug,
}: Pick<TeamFacts, "slug">): Sql => sql`s.id, s.type, s.category, s.severity, s.direction, s.impact, s.status,
  s.title, s.summary, json_build_object('id', c.id, 'name', c.name, 'external_id', c.external_id) as client, s.subject, s.observed, s.expected,
  s.delta_abs, s.delta_rel, s.score, s.method,
  json_build_object('from', s.period_from, 'to', s.period_to, 'timezone', s.period_timezone) as period,
  case when s.baseline_from is not null then json_build_object('from', s.baseline_from, 'to', s.baseline_to) end as baseline,
  s.evidence, s.rule_id, s.dedupe_key, s.first_detected_at,
  json_build_object('self', '/api/v1/signals/' || s.id, 'app', ${pageOf(slug)}::text || s.id) as links,
  s.last_detected_at, s.occurrences, s.acknowledged_at, s.acknowledged_by,
  case when s.status = 'snoozed' then s.snoozed_until end as snoozed_until,
  case when s.status = 'resolved' then s.ended_at end as resolved_at, s.resolution,
  case when s.status = 'dismissed' then s.ended_at end as dismissed_at, s.created_at, s.updated_at`

export const signalSource = sql`signal s join client c on c.id = s.client_id and c.team_id = s.team_id`

/** The address of a signal's page, without its id. */
export const pageOf = (slug: string) => `${baseUrl()}/${slug}/signals/`

export async function requireSignal(team: TeamFacts, signalId: string): Promise<SignalRow> {
  const [found] = await rows(
    signal,
    sql`select ${signalColumns(team)} from ${signalSource} where s.team_id = ${team.id} and s.id = ${signalId}`,
  )
  if (!found) throw notFound("signal")
  return found
}

export const exampleSignal: z.input<typeof signal> = {
  ...exampleSignalCreated.signal,
  last_detected_at: "2026-11-20T06:12:03.123Z",
  occurrences: 1,
  acknowledged_at: null,
  acknowledged_by: null,
  snoozed_until: null,
  resolved_at: null,
  resolution: null,
  dismissed_at: null,
  created_at: "2026-11-20T06:12:03.123Z",
  updated_at: "2026-11-20T06:12:03.123Z",
}
