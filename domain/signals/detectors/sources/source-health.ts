/** Finds data sources that are disconnected, that need a new sign-in, or whose last successful sync is too long ago. */
import { dayIn } from "@/domain/metrics/calendar"
import { staleAfterIntervals } from "@/domain/metrics/sync-intervals"
import type { Finding } from "../../finding"
import { nothingExpected, observedValue } from "../metric-finding"
import { formatDay, formatHours } from "../wording"

/** `name`: what the team calls the source, for example "Search Console, example.com". */
type DataSource = { id: string; name: string }

/** `since`: the day of the change. `isByProvider`: false if a member disconnected the source. That is no signal. */
type Connection = { status: string; since: string; isByProvider: boolean }

export function detectDisconnected(source: DataSource, { status, since, isByProvider }: Connection): Finding | null {
  const needsSignIn = status === "reauth_required"
  const wasDisconnected = status === "disconnected" && isByProvider
  if (!needsSignIn && !wasDisconnected) return null
  const problem = needsSignIn ? "needs a new sign-in" : "was disconnected by the provider"
  const event = needsSignIn ? "has needed a new sign-in since" : "was disconnected by the provider on"
  return sourceFinding(source, {
    type: "data_source_disconnected",
    severity: "critical",
    title: `${source.name} ${problem}`,
    summary: `${source.name} ${event} ${formatDay(since)} and delivers no data until you reconnect it.`,
    observed: observedValue(null),
    expected: nothingExpected,
    method: "connection_status.v1",
    counts: {},
    period: { from: since, to: since },
  })
}

/** The last successful sync, and how often the source syncs. */
type SyncState = { lastSyncedAt: Date; frequencyHours: number; timezone: string }

/** A successful sync can bring no new days, so the finding claims nothing about the data. */
export function detectStale(
  source: DataSource,
  { lastSyncedAt, frequencyHours, timezone }: SyncState,
  now: Date,
): Finding | null {
  const ageHours = (now.getTime() - lastSyncedAt.getTime()) / 3_600_000
  const limit = staleAfterIntervals * frequencyHours
  if (ageHours <= limit) return null
  const age = formatHours(ageHours)
  return sourceFinding(source, {
    type: "data_source_stale",
    severity: "warning",
    title: `${source.name} has had no successful sync for ${age}`,
    summary: `The last successful sync of ${source.name} ended ${age} ago, and a sync is usual every ${formatHours(frequencyHours)}.`,
    observed: observedValue(ageHours),
    expected: { value: frequencyHours, low: 0, high: limit },
    method: "data_age.v1",
    counts: { age_hours: ageHours, frequency_hours: frequencyHours },
    period: { from: dayIn(timezone, lastSyncedAt), to: dayIn(timezone, now) },
  })
}

type Parts = Pick<
  Finding,
  "type" | "severity" | "title" | "summary" | "observed" | "expected" | "method" | "period"
> & {
  counts: Finding["evidence"]["counts"]
}

/** Builds a finding whose subject is the data source. */
const sourceFinding = ({ id }: DataSource, { counts, ...parts }: Parts): Finding => ({
  ...parts,
  category: "data_health",
  direction: "none",
  impact: "negative",
  subject: { kind: "data_source", data_source_id: id },
  score: null,
  evidence: { kind: "data_source", ids: [id], counts },
  dedupe_key: `${parts.type}:${id}`,
  baseline: null,
})
