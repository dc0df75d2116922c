/** The first block of a report: what happened, in sentences. Left out if the report has nothing to say it with. */
import { ClientSentence } from "@/components/clients/client-sentence"
import type { Compare } from "@/components/lists/ranges"
import { sectionTitle } from "./document-classes"
import { goalSentences, headlineMetrics, visibilitySentences } from "./summary-parts"
import type { WidgetData, WidgetPlace } from "./widget-data"

type Props = Pick<WidgetPlace, "days" | "comparison"> & {
  widgets: WidgetData[]
  /** The name of a preset period, or another text. */
  range: string
  compare: Compare
}

export function ReportSummary({ widgets, range, days, comparison, compare }: Props) {
  const metrics = headlineMetrics(widgets)
  const others = [...goalSentences(widgets), ...visibilitySentences(widgets)]
  const hasChanges = Object.values(metrics.totals).some(({ delta_rel }) => delta_rel !== null)
  if (!days || !comparison || (!hasChanges && others.length === 0)) return null
  return (
    <section aria-label="Summary" className="min-w-0">
      <h2 className={sectionTitle}>Summary</h2>
      <ClientSentence {...metrics} {...{ range, days, comparison, compare }} goals={[]} />
      {others.map((sentence) => (
        <p key={sentence} className="mt-2 max-w-[76ch] text-pretty">
          {sentence}
        </p>
      ))}
    </section>
  )
}
