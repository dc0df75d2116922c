/** Evaluates the data sources of a client: whether they are connected, sync as often as usual, and changed final days. */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { dayIn } from "@/domain/metrics/calendar"
import { hoursBetweenSyncs } from "@/domain/metrics/sync-intervals"
import { rows, sql } from "@/prisma/client"
import { type CheckResult, withRules } from "./check-result"
import { detectDisconnected, detectStale } from "./detectors/sources/source-health"
import { evaluateRestatedDays } from "./evaluate-restated"
import type { EvaluationInput } from "./evaluation-input"

const sourceRow = z.object({
  id: z.string(),
  display_name: z.string(),
  status: z.string(),
  status_reason: z.string().nullable(),
  status_changed_at: timestamp(),
  last_success_at: timestamp().nullable(),
  sync_frequency: z.enum(["hourly", "every_6h", "daily", "weekly", "manual"]),
})

export async function evaluateSources(input: EvaluationInput): Promise<CheckResult[]> {
  const { timezone } = input.context
  const sources = await rows(
    sourceRow,
    sql`select id, display_name, status, status_reason, status_changed_at, last_success_at, sync_frequency
      from data_source where team_id = ${input.team.id} and client_id = ${input.client.id} order by id`,
  )
  const states = sources.map((source) => ({
    project_id: null,
    key: `source:${source.id}`,
    checkedThrough: input.now.toISOString(),
    timezone,
    found: withRules(input, [disconnectedFinding(source, timezone), staleFinding(source, timezone, input.now)]),
  }))
  return [...states, ...(await evaluateRestatedDays(input))]
}

type SourceRow = z.infer<typeof sourceRow>
const sourceOf = ({ id, display_name: name }: SourceRow) => ({ id, name })

/** `status_reason` is null when a user disconnected the source. */
const disconnectedFinding = (source: SourceRow, timezone: string) =>
  detectDisconnected(sourceOf(source), {
    status: source.status,
    since: dayIn(timezone, new Date(source.status_changed_at)),
    isByProvider: source.status_reason !== null,
  })

/** Null for sources that are not expected to sync: paused or disconnected ones, and those that wait for a sign-in. */
function staleFinding(source: SourceRow, timezone: string, now: Date) {
  const { status, last_success_at, sync_frequency } = source
  const frequencyHours = hoursBetweenSyncs[sync_frequency]
  const isExpectedToSync = ["active", "error"].includes(status)
  if (!isExpectedToSync || last_success_at === null || frequencyHours === null) return null
  return detectStale(sourceOf(source), { lastSyncedAt: new Date(last_success_at), frequencyHours, timezone }, now)
}
