/** Reports a data source that has delivered nothing for more than two sync intervals. */
import { dayIn } from "@/domain/metrics/calendar"
import { staleAfterIntervals } from "@/domain/metrics/sync-intervals"
import type { Finding } from "../../finding"
import { observedValue } from "../metric-finding"
import { formatHours } from "../wording"
import { type DataSource, sourceFinding } from "./source-finding"

/** The last successful synchronization, and how often the source synchronizes. */
export type SyncState = { lastSyncedAt: Date; frequencyHours: number; timezone: string }

export function detectStale(
  source: DataSource,
  { lastSyncedAt, frequencyHours, timezone }: SyncState,
  now: Date,
): Finding | null {
  const ageHours = (now.getTime() - lastSyncedAt.getTime()) / 3_600_000
  const limit = staleAfterIntervals * frequencyHours
  if (ageHours <= limit) return null
  return sourceFinding(source, {
    type: "data_source_stale",
    severity: "warning",
    title: `${source.name} has delivered no data for ${formatHours(ageHours)}`,
    summary: `${source.name} last delivered data ${formatHours(ageHours)} ago, and it usually does every ${formatHours(frequencyHours)}.`,
    observed: observedValue(ageHours),
    expected: { value: frequencyHours, low: 0, high: limit },
    method: "data_age.v1",
    evidence: {
      kind: "data_source",
      ids: [source.id],
      counts: { age_hours: ageHours, frequency_hours: frequencyHours },
    },
    period: { from: dayIn(timezone, lastSyncedAt), to: dayIn(timezone, now) },
  })
}
