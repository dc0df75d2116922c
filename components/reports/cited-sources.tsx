/** The sources that AI engines cite, in a report, with the change of their share since the comparison period. */
import { Change } from "@/components/metrics/change"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count, pluralize } from "@/domain/kernel/format-count"
import { percent } from "@/domain/metrics/format-value"
import type { WidgetData } from "./widget-data"

type Source = WidgetData["citations"][number]

export function CitedSources({ widget }: { widget: WidgetData }) {
  const { title, citations, citations_total: total, rows_total } = widget
  const hidden = rows_total - citations.length
  const isCompared = total?.previous != null
  return (
    <>
      <Table label={title} isCards>
        <thead>
          <tr>
            <Th>Source</Th>
            <Th>Type</Th>
            <Th className={numeric}>Answers</Th>
            <Th className={numeric}>Share of citations</Th>
            {isCompared && <Th className={numeric}>Change</Th>}
          </tr>
        </thead>
        <tbody>
          {citations.map((source) => (
            <Tr key={source.key}>
              <Td className="max-w-72">
                <bdi className="block break-words">{source.title ?? source.domain}</bdi>
                {source.key !== source.domain && (
                  <bdi className="block truncate text-quiet text-small">{source.key}</bdi>
                )}
              </Td>
              <Td className="text-quiet">{source.label}</Td>
              {countCells(source)}
              {isCompared && (
                <Td label="change" className={numeric}>
                  <ShareChange source={source} />
                </Td>
              )}
            </Tr>
          ))}
          {total && (
            <Tr className="font-strong">
              <Td colSpan={2}>Total</Td>
              {countCells(total)}
              {isCompared && <Td />}
            </Tr>
          )}
        </tbody>
      </Table>
      {hidden > 0 && (
        <p className="mt-1 text-quiet text-table">
          {hidden === 1 ? "1 more source is" : `${count(hidden)} more sources are`} cited.
        </p>
      )}
      {total?.previous && (
        <p className="mt-1 text-quiet text-table">
          {citedText(total)}. Comparison: {citedText(total.previous)}.
        </p>
      )}
    </>
  )
}

const countCells = (counted: Pick<Source, "answers_n" | "share">) => (
  <>
    <Td label="answers" className={numeric}>
      {count(counted.answers_n)}
    </Td>
    <Td label="share of citations" className={numeric}>
      {shareText(counted)}
    </Td>
  </>
)

const shareText = ({ share }: Pick<Source, "share">) => (share.value === null ? "–" : percent(share.value))

/** More or fewer citations of a source are neither good nor bad. */
function ShareChange({ source: { previous, share_change } }: { source: Source }) {
  if (previous?.citations_n === 0 && share_change !== null) return <>new</>
  const value = { delta_abs: share_change, delta_rel: null, trend_is: "neutral" as const }
  return <Change value={value} column={{ unit: "ratio", currency: null }} />
}

type Counts = { citations_n: number; answers_n: number; sources_n: number }

const citedText = ({ citations_n, answers_n, sources_n }: Counts) =>
  `${pluralize(citations_n, "citation")} of ${pluralize(sources_n, "source")} in ${pluralize(answers_n, "answer")}`
