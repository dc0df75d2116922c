/** Says in words how many data sources of a list are complete, which ones have gaps, and which ones get no new data. */
import { addDays } from "@/components/days"
import { count } from "@/domain/kernel/format-count"
import { type CoverageOfList, dayName } from "./coverage"
import { findMissingDataReason, type SourceState } from "./source-labels"

type ListedSource = SourceState & { id: string }
type State = keyof typeof phrases

/** Data may arrive this many days late, because sources are read at different times. */
const maxLateDays = 2

/** What the page says about one source and about several. States that need an action come first, intended ones last. */
const phrases = {
  reauth_required: { one: "needs to be reconnected", several: "need to be reconnected" },
  error: { one: "is failing", several: "are failing" },
  stale: { one: "is stale", several: "are stale" },
  complete: { one: "is complete through", several: "are complete through" },
  gaps: { one: "has days without data", several: "have days without data" },
  late: { one: "has no data of the last 3 days", several: "have no data of the last 3 days" },
  pending: { one: "waits for the first sync", several: "wait for the first sync" },
  active: { one: "is not failing or stale", several: "are not failing or stale" },
  paused: { one: "is paused", several: "are paused" },
  disconnected: { one: "is disconnected", several: "are disconnected" },
}

/**
 * "12 sources are complete through 27 Nov. 1 is paused." A source is complete if it has data on each day from the start
 * of the span, or from its first one. Without coverage, says only what the states tell.
 */
export function sourcesSentence(sources: ListedSource[], coverage: CoverageOfList | null): string {
  const byState = Map.groupBy(sources, (source) => stateOf(source, coverage))
  const parts = (Object.keys(phrases) as State[]).flatMap((state) => {
    const inState = byState.get(state) ?? []
    const phrase = phrases[state][inState.length === 1 ? "one" : "several"]
    const day = state === "complete" && coverage ? ` ${completeThrough(inState, coverage)}` : ""
    return inState.length === 0 ? [] : { total: inState.length, text: `${phrase}${day}` }
  })
  const [first, ...others] = parts
  if (!first) return ""
  if (sources.length === 1) return `The source ${first.text}.`
  const lead = `${count(first.total)} ${first.total === 1 ? "source" : "sources"} ${first.text}.`
  const rest = new Intl.ListFormat("en-GB").format(others.map(({ total, text }) => `${count(total)} ${text}`))
  return rest ? `${lead} ${rest}.` : lead
}

/** The last day on which all of these sources have data. */
function completeThrough(sources: ListedSource[], { span, bySource }: CoverageOfList) {
  const [earliest = span.to] = sources.map(({ id }) => bySource[id]?.to ?? span.to).toSorted()
  return dayName(earliest, span.to.slice(0, 4))
}

function stateOf(source: ListedSource, coverage: CoverageOfList | null): State {
  const reason = findMissingDataReason(source)
  if (reason) return reason
  if (source.status === "pending") return "pending"
  if (!coverage) return "active"
  const { to = null, no_data_on = [] } = coverage.bySource[source.id] ?? {}
  if (to === null || to < addDays(coverage.span.to, -maxLateDays)) return "late"
  return no_data_on.length === 0 ? "complete" : "gaps"
}
