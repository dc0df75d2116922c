/** Finds the signals before and after a signal, in the order in which the inbox shows them. */
import { groupSignals, signalsOf } from "./signal-groups"
import type { Signal, SignalOrder } from "./signal-labels"

type Neighbor = Pick<Signal, "id" | "title">
export type Neighbors = { previous: Neighbor | undefined; next: Neighbor | undefined }

/** One page of the inbox. `isFirst` and `isLast`: whether the list starts and ends with this page. */
export type InboxPage = { signals: Signal[]; sort: SignalOrder; isFirst: boolean; isLast: boolean }

/**
 * A signal that the page does not contain, for example because the user has just resolved it, stands where its position
 * in the order would be. If that is at an end where other pages follow, it has no neighbors.
 */
export function neighborsOf(signal: Signal, page: InboxPage): Neighbors {
  const shown = groupSignals(withSignal(signal, page)).flatMap(signalsOf)
  const index = shown.findIndex(({ id }) => id === signal.id)
  return index === -1
    ? { previous: undefined, next: undefined }
    : { previous: shown[index - 1], next: shown[index + 1] }
}

function withSignal(signal: Signal, { signals, sort, isFirst, isLast }: InboxPage): Signal[] {
  if (signals.some(({ id }) => id === signal.id)) return signals
  const after = signals.findIndex((other) => compare[sort](signal, other) < 0)
  const index = after === -1 ? signals.length : after
  if ((index === 0 && !isFirst) || (index === signals.length && !isLast)) return signals
  return signals.toSpliced(index, 0, signal)
}

const severities: Signal["severity"][] = ["critical", "warning", "info"]
const byText = (a: string, b: string) => Number(a > b) - Number(a < b)

/** The order of `signals.list`. */
const compare: Record<SignalOrder, (a: Signal, b: Signal) => number> = {
  "-severity": (a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || byText(b.id, a.id),
  "-period_to": (a, b) => byText(b.period.to, a.period.to) || byText(b.id, a.id),
  period_to: (a, b) => byText(a.period.to, b.period.to) || byText(a.id, b.id),
}
