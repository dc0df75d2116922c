/** Names of the states and frequencies of data sources and syncs, and what users can do about an error. */
import type { Data } from "@/components/api/types"
import { lengthInDays } from "@/components/days"
import { type ConnectorErrorCode, connectorErrors } from "@/domain/data-sources/connectors/connector-error"

export type Source = Data<"dataSources", "get">
export type Sync = Data<"dataSources", "listSyncs">[number]
export type ProviderChoice = Data<"dataSources", "listProviders">[number]

export const stateLabels: Record<Source["status"], { label: string; dot: "clear" | "caution" | "danger" | "idle" }> = {
  pending: { label: "first sync", dot: "idle" },
  active: { label: "active", dot: "clear" },
  error: { label: "failing", dot: "danger" },
  reauth_required: { label: "reconnect", dot: "danger" },
  paused: { label: "paused", dot: "idle" },
  disconnected: { label: "disconnected", dot: "idle" },
}

/** True if the source gets no new data although it should. */
export const needsAttention = (source: SourceState) =>
  !["paused", "disconnected", null].includes(findMissingDataReason(source))

export type SourceState = Pick<Source, "status" | "stale">
type MissingDataReason = Exclude<Source["status"], "active" | "pending"> | "stale"

/**
 * Returns why the source gets no new data. Null if it is not known to lack any: uploads never become stale, and a first
 * sync can still be running.
 */
export function findMissingDataReason({ status, stale }: SourceState): MissingDataReason | null {
  if (status !== "active" && status !== "pending") return status
  return stale ? "stale" : null
}

export const frequencyNames: Record<Source["sync_frequency"], string> = {
  hourly: "Hourly",
  every_6h: "Every 6 hours",
  daily: "Daily",
  weekly: "Weekly",
  manual: "Only on request",
}

export const syncLabels: Record<Sync["status"], { label: string; dot: "clear" | "caution" | "danger" | "idle" }> = {
  queued: { label: "queued", dot: "idle" },
  running: { label: "running", dot: "idle" },
  succeeded: { label: "succeeded", dot: "clear" },
  partial: { label: "partial", dot: "caution" },
  failed: { label: "failed", dot: "danger" },
  canceled: { label: "canceled", dot: "idle" },
}

export const qualityNames: Record<Sync["quality"][number], string> = {
  sampled: "sampled",
  thresholded: "small values hidden",
  other_row: "rare values combined",
  truncated_upstream: "cut by the platform",
  estimated: "still changing",
}

/** What the user can do about an error of a sync. Empty for a code without advice. */
export const adviceFor = (code: string | null): string =>
  code !== null && code in connectorErrors ? connectorErrors[code as ConnectorErrorCode].advice : ""

/** True while a sync is queued or running. */
export const isSyncInProgress = ({ status }: Pick<Sync, "status">) => status === "queued" || status === "running"

/**
 * Returns the number of days that a sync has stored and the number of days that it reads. It stores the latest days
 * first: `done_from` is the earliest stored day. Null while the days are not known.
 */
export function progressOf({ window_from, window_to, done_from }: Sync) {
  if (!window_from || !window_to) return null
  return { done: done_from ? lengthInDays(done_from, window_to) : 0, total: lengthInDays(window_from, window_to) }
}
