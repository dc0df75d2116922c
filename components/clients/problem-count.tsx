/** Columns of a list that say what is wrong with a client: its open signals, and its failing or stale data sources. */
import { type Sorting, SortTh } from "@/components/lists/sort-th"
import { type Signal, severityNames, severityStates } from "@/components/signals/signal-labels"
import type { Source } from "@/components/sources/source-labels"
import { Lamp, type LampState } from "@/components/ui/lamp"
import { numeric, Td, Th } from "@/components/ui/table"
import { count, pluralize } from "@/domain/kernel/format-count"

/** By the client's id. Null if there are too many to read. */
export type ClientProblems = {
  /** The open signals of each client, the most severe first. */
  signals: Map<string, Signal[]> | null
  /** The failing sources of each client, then its stale ones. Without any, the table has no column for them. */
  sources: Map<string, Source[]> | null
}

/** `sorting`: of a list of clients, which can be sorted by their signals. */
type HeadsProps = { problems: ClientProblems; sorting?: Sorting }

export const ProblemHeads = ({ problems: { signals, sources }, sorting }: HeadsProps) => (
  <>
    {signals && (
      <SortTh column="attention" sorting={sorting} isNumeric directions={["descending"]}>
        Open signals
      </SortTh>
    )}
    {sources && sources.size > 0 && <Th className={numeric}>Data problems</Th>}
  </>
)

export function ProblemCells({ problems, clientId }: { problems: ClientProblems; clientId: string }) {
  const signals = problems.signals?.get(clientId) ?? []
  const sources = problems.sources?.get(clientId) ?? []
  const [mostSevere] = signals
  const failing = sources.filter(({ stale, status }) => status !== "active" || !stale).length
  return (
    <>
      {problems.signals && (
        <CountCell
          label="open signals"
          n={signals.length}
          lamp={mostSevere && severityStates[mostSevere.severity]}
          meaning={mostSevere && severityNames[mostSevere.severity]}
        />
      )}
      {problems.sources && problems.sources.size > 0 && (
        <CountCell
          label="data problems"
          n={sources.length}
          lamp={failing > 0 ? "danger" : "caution"}
          meaning={failing > 0 ? "failing data source" : "stale data source"}
        />
      )}
    </>
  )
}

/** "3 clients have open signals, and 1 has data problems." Null if there are too many to count. */
export function problemSentence({ signals, sources }: ClientProblems): string | null {
  if (!signals || !sources) return null
  if (signals.size + sources.size === 0) return "No client has open signals or data problems."
  const withSignals = `${pluralize(signals.size, "client has", "clients have")} open signals`
  const withProblems = `${pluralize(sources.size, "client has", "clients have")} data problems`
  if (sources.size === 0) return `${withSignals}.`
  return signals.size === 0 ? `${withProblems}.` : `${withSignals}, and ${withProblems}.`
}

type CountProps = { label: string; n: number; lamp: LampState | undefined; meaning: string | undefined }

/** The number, with a lamp for the worst. Cards on phones leave a zero out. */
function CountCell({ label, n, lamp, meaning }: CountProps) {
  if (n === 0) return <Td className={`${numeric} text-quiet max-md:hidden`}>0</Td>
  return (
    <Td label={label} className={numeric}>
      <span className="inline-flex items-baseline gap-2">
        {lamp && (
          <span role="img" aria-label={meaning} title={meaning} className="inline-flex">
            <Lamp state={lamp} />
          </span>
        )}
        {count(n)}
      </span>
    </Td>
  )
}
