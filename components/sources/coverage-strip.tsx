/** A small strip of the latest days of a data source, with what it shows in words. */
import { DaySegment } from "@/components/charts/day-segment"
import { type Coverage, coverageDays, coverageSentence, noDataSentence, type Span } from "./coverage"

/** Screen readers get both sentences. The strip itself shows what the first one says. */
export function CoverageStrip({ coverage, span }: { coverage: Coverage; span: Span }) {
  const noData = noDataSentence(coverage)
  const isOutside = coverage.from === null
  return (
    <>
      {!isOutside && (
        <span aria-hidden className="flex w-full gap-0.5 max-md:mt-1 md:w-56">
          {coverageDays(coverage, span).map(({ date, state }) => (
            <DaySegment key={date} state={state} className="h-3 min-w-0 flex-1" />
          ))}
        </span>
      )}
      <span className={isOutside ? "text-quiet" : "sr-only"}>{coverageSentence(coverage, span)}</span>
      {noData && <span className="mt-1 block text-quiet text-small">{noData}</span>}
    </>
  )
}
