/** Groups signals of one incident, such as everything that one scan reported, so that lists show it as one entry. */
import { pluralize } from "@/domain/kernel/format-count"
import type { Signal } from "./signal-labels"

type Grouped = Pick<Signal, "id" | "status" | "severity" | "client" | "subject" | "period" | "evidence">

/** `lead`: the most severe signal of the incident. `also`: the others, in the order of the list. */
export type SignalGroup<S extends Grouped = Signal> = { lead: S; also: S[] }

/** An incident takes the place of its first signal in the list. */
export function groupSignals<S extends Grouped>(signals: readonly S[]): SignalGroup<S>[] {
  return [...Map.groupBy(signals, keyOf).values()].map((group) => {
    const lead = group.reduce((worst, signal) => (rankOf(signal) < rankOf(worst) ? signal : worst))
    return { lead, also: group.filter((signal) => signal !== lead) }
  })
}

/** All signals of the group, the lead first. */
export const signalsOf = <S extends Grouped>({ lead, also }: SignalGroup<S>) => [lead, ...also]

/** Signals of a group share their status, so that every action applies to all of them. */
const keyOf = (signal: Grouped) => `${signal.status} ${incidentOf(signal)}`

/**
 * Signals with the same key are one incident: they are about the same client, and were detected in the same scan or in
 * metrics of the same day. Every goal and every data source is an incident of its own.
 */
function incidentOf({ id, client, subject, period, evidence }: Grouped): string {
  if (subject.kind === "ai_project" && evidence.scan_id)
    return [client.id, subject.project_id, evidence.scan_id].join(" ")
  if (subject.kind === "metric") return [client.id, period.to].join(" ")
  return id
}

/** True if both signals belong to the same incident. Their status may differ. */
export const isSameIncident = (a: Grouped, b: Grouped) => incidentOf(a) === incidentOf(b)

const severities: Signal["severity"][] = ["critical", "warning", "info"]
const rankOf = ({ severity }: Grouped) => severities.indexOf(severity)

/** "9 open signals in 5 incidents", or "2 open signals" if each is an incident of its own. */
export function countText(signals: number, incidents: number): string {
  const text = pluralize(signals, "open signal")
  return incidents === signals ? text : `${text} in ${pluralize(incidents, "incident")}`
}
