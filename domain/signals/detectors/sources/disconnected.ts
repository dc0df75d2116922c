/** Reports a data source that the provider disconnected, or that needs a new sign-in. */
import type { Finding } from "../../finding"
import { observedValue } from "../metric-finding"
import { formatDay } from "../wording"
import { type DataSource, sourceFinding } from "./source-finding"

/** `since`: the day of the change. `isByProvider`: false if a member disconnected the source. That is no signal. */
export type Connection = { status: string; since: string; isByProvider: boolean }

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
    method: "connection_status.v1",
    evidence: { kind: "data_source", ids: [source.id], counts: {} },
    period: { from: since, to: since },
  })
}
