/** The sources that AI engines cite, in a report, with the change of their share since the comparison period. */
import { endOfAxis } from "@/components/ai-visibility/interval-bar"
import { ShareBar } from "@/components/charts/share-bar"
import { sortRows } from "@/components/lists/sort-rows"
import { descendingFirst, type Sorting, SortTh } from "@/components/lists/sort-th"
import { Change } from "@/components/metrics/change"
import { cn } from "@/components/ui/class-names"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count, pluralize } from "@/domain/kernel/format-count"
import { percent } from "@/domain/metrics/format-value"
import type { WidgetData } from "./widget-data"

/** Phones have space for the share and its change. */
const wideOnly = "max-md:hidden"

type Source = WidgetData["citations"][number]

/** Without `sorting`, the most cited sources come first, and the table has no options. */
type Props = { widget: WidgetData; sorting?: Sorting | undefined }

export function CitedSources({ widget, sorting }: Props) {
  const { title, citations, citations_total: total, rows_total } = widget
  const hiddenCount = rows_total - citations.length
  const isCompared = total?.previous != null
  const numericColumn = { sorting, isNumeric: true, directions: descendingFirst }
  const maxShare = endOfAxis(citations.map(({ share }) => share.value))
  return (
    <>
      <Table label={title} optionsName={sorting && title}>
        <thead>
          <tr>
            <SortTh column="name" sorting={sorting}>
              Source
            </SortTh>
            <SortTh column="type" sorting={sorting} className={wideOnly}>
              Type
            </SortTh>
            <SortTh column="answers" {...numericColumn} className={wideOnly}>
              Answers
            </SortTh>
            <SortTh column="share" {...numericColumn}>
              <span>
                Share<span className="max-md:sr-only"> of citations</span>
              </span>
            </SortTh>
            <Th data-not-in-csv="" className="w-1/5 max-sm:hidden">
              <span className="sr-only">Share from 0 to {percent(maxShare, 0)}</span>
            </Th>
            {isCompared && (
              <SortTh column="change" {...numericColumn}>
                Change
              </SortTh>
            )}
          </tr>
        </thead>
        <tbody>
          {sortRows(citations, sorting?.sort ?? "", sortValues).map((source) => (
            <Tr key={source.key}>
              <Td className="max-w-72 max-md:pr-0">
                <bdi className="wrap-anywhere block">{nameOf(source)}</bdi>
                {source.key !== source.domain && (
                  <bdi className="wrap-anywhere block text-quiet text-small md:truncate">{source.key}</bdi>
                )}
              </Td>
              <Td className={cn("text-quiet", wideOnly)}>{source.label}</Td>
              <Td className={cn(numeric, wideOnly)}>{count(source.answers_n)}</Td>
              <Td className={numeric}>{source.share.value === null ? "–" : percent(source.share.value)}</Td>
              <Td data-not-in-csv="" className="max-sm:hidden">
                <ShareBar share={source.share.value ?? 0} max={maxShare} isOwn={source.source_class === "own"} />
              </Td>
              {isCompared && (
                <Td className={numeric}>
                  <ShareChange source={source} />
                </Td>
              )}
            </Tr>
          ))}
        </tbody>
      </Table>
      {hiddenCount > 0 && (
        <p className="mt-1 text-quiet text-table">
          {hiddenCount === 1 ? "1 more source is" : `${count(hiddenCount)} more sources are`} cited.
        </p>
      )}
      {total && (
        <p className="mt-1 text-quiet text-table">
          {citedText(total)}.{total.previous && ` Comparison: ${citedText(total.previous)}.`}
        </p>
      )}
    </>
  )
}

const nameOf = ({ title, domain }: Source) => title ?? domain

const sortValues: Record<string, (source: Source) => string | number | null> = {
  name: nameOf,
  type: ({ label }) => label,
  answers: ({ answers_n }) => answers_n,
  share: ({ share }) => share.value,
  change: ({ share_change }) => share_change,
}

/** The change is shown without a color, because more citations of a source are neither good nor bad. */
function ShareChange({ source: { previous, share_change } }: { source: Source }) {
  const isNew = previous?.citations_n === 0 && share_change !== null
  if (isNew) return "new"
  const value = { delta_abs: share_change, delta_rel: null, trend_is: "neutral" as const }
  return <Change value={value} column={{ unit: "ratio", currency: null }} />
}

type Counts = { citations_n: number; answers_n: number; sources_n: number }

const citedText = ({ citations_n, answers_n, sources_n }: Counts) =>
  `${pluralize(citations_n, "citation")} of ${pluralize(sources_n, "source")} in ${pluralize(answers_n, "answer")}`
