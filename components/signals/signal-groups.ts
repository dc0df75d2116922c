/** Groups signals of one incident, such as everything that one scan reported, so that lists show it as one entry. */
import { pluralize } from "@/domain/kernel/format-count"
import type { Signal } from "./signal-labels"

type Grouped = Pick<Signal, "id" | "status" | "severity" | "client" | "subject" | "period" | "evidence">

/** `lead`: the most severe signal of the incident. `others`: the rest, in the order of the list. */
export type SignalGroup<GroupedSignal extends Grouped = Signal> = { lead: GroupedSignal; others: GroupedSignal[] }

/** Groups signals by incident. The position of an incident is that of its first signal in the list. */
export function groupSignals<GroupedSignal extends Grouped>(
  signals: readonly GroupedSignal[],
): SignalGroup<GroupedSignal>[] {
  return [...Map.groupBy(signals, keyOf).values()].map((group) => {
    const lead = group.reduce((worst, signal) => (rankOf(signal) < rankOf(worst) ? signal : worst))
    return { lead, others: group.filter((signal) => signal !== lead) }
  })
}

/** All signals of the group, the lead first. */
export const signalsOf = <GroupedSignal extends Grouped>({ lead, others }: SignalGroup<GroupedSignal>) => [
  lead,
  ...others,
]

/** Signals of a group share their status, so that every action applies to all of them. */
const keyOf = (signal: Grouped) => `${signal.status} ${incidentOf(signal)}`

/**
 * Returns a key that all signals of an incident share: they are about the same client, and were detected in the same
 * scan or in metrics of the same day. Each goal and each data source is a separate incident.
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

/** "9 open signals in 5 incidents", or "2 open signals" if each is a separate incident. */
export function countText(signals: number, incidents: number): string {
  const text = pluralize(signals, "open signal")
  return incidents === signals ? text : `${text} in ${pluralize(incidents, "incident")}`
}
