/** The first block of a report: what happened, in sentences. Renders nothing if no widget contains such facts. */
import { ClientSentence } from "@/components/clients/client-sentence"
import type { Compare } from "@/components/lists/ranges"
import { Lead } from "@/components/ui/lead"
import { sectionTitle } from "./document-classes"
import { hasSummary, headlineMetrics, type SummarizedGoal, summarizedGoals, visibilitySentences } from "./summary-parts"
import type { WidgetData, WidgetPlace } from "./widget-data"

type Props = Pick<WidgetPlace, "days" | "comparison"> & {
  widgets: WidgetData[]
  /** The name of a preset period, or another text. */
  range: string
  compare: Compare
  /** Says in the editor where the text comes from. It stands in the line of the title, so it moves nothing. */
  note?: string
}

export function ReportSummary({ widgets, range, days, comparison, compare, note }: Props) {
  if (!days || !comparison || !hasSummary(widgets, { days, comparison })) return null
  const metrics = headlineMetrics(widgets)
  const goals = summarizedGoals(widgets)
  return (
    <section aria-label="Summary" className="relative min-w-0">
      <h2 className={sectionTitle}>Summary</h2>
      {note && <p className="absolute top-2 right-0 text-quiet text-small max-sm:sr-only">{note}</p>}
      {goals.filter(({ isMissed }) => isMissed).map(missedGoal)}
      <ClientSentence {...metrics} {...{ range, days, comparison, compare }} goals={[]} />
      {[...goals.filter(({ isMissed }) => !isMissed).map(goalText), ...visibilitySentences(widgets)].map((sentence) => (
        <p key={sentence} className="mt-2 max-w-[76ch]">
          {sentence}
        </p>
      ))}
    </section>
  )
}

/** "Revenue this month: off track. €31,238 short of the target at the current pace." */
const missedGoal = ({ title, words, sentence }: SummarizedGoal) => (
  <Lead key={`${title} ${sentence}`}>
    <strong>
      {title}: {words}.
    </strong>{" "}
    {sentence}
  </Lead>
)

const goalText = ({ title, sentence }: SummarizedGoal) => `${title}: ${sentence}`
