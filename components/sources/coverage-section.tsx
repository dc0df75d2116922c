/** On which days of the last months a data source has data: one row per month, one cell per day. */
import type { ReactNode } from "react"
import { DayKey, DaySegment, type DayState, dayTitles } from "@/components/charts/day-segment"
import { Section } from "@/components/frame/section"
import { pluralize } from "@/domain/kernel/format-count"
import {
  type Coverage,
  coverageMonths,
  coverageSentence,
  dayName,
  monthName,
  noDataSentence,
  type Span,
} from "./coverage"

type Props = { coverage: Coverage; span: Span; isFromFiles: boolean }

export function CoverageSection({ coverage, span, isFromFiles }: Props) {
  const noData = noDataSentence(coverage)
  return (
    <Section
      title="Coverage"
      lead={
        <>
          {coverageSentence(coverage)} {noData}{" "}
          {noData && isFromFiles && "Values may be missing, or the file left out days with zero."}
        </>
      }
    >
      {/* The sentences say the same to screen readers. */}
      <div aria-hidden className="max-w-[760px] rounded-box border border-line bg-surface px-4 pt-2 pb-3">
        <MonthRow note={noData !== null && "no data"} className="text-quiet">
          {labeledDays.map((day) => (
            <span key={day} style={{ gridColumnStart: day }} className="w-0 text-small">
              {day}
            </span>
          ))}
        </MonthRow>
        {coverageMonths(coverage, span).map((days) => (
          <Month key={days[0]?.date} days={days} />
        ))}
      </div>
      {noData && (
        <ul aria-label="Key" className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-quiet text-small">
          <DayKey shown={["value", "none"]} className="h-3 w-4" />
        </ul>
      )}
    </Section>
  )
}

/** The days of a month that the head names. */
const labeledDays = [1, 5, 10, 15, 20, 25, 30]

type MonthProps = { days: { date: string; state: DayState }[] }

function Month({ days }: MonthProps) {
  const first = days[0]?.date ?? ""
  const year = first.slice(0, 4)
  const withoutData = days.filter(({ state }) => state === "none").length
  return (
    <MonthRow name={`${monthName(first, year)} ${year}`} note={withoutData > 0 && pluralize(withoutData, "day")}>
      {days.map(({ date, state }) => (
        <span
          key={date}
          title={dayTitles[state](dayName(date, ""))}
          style={{ gridColumnStart: Number(date.slice(8)) }}
          className="flex h-5 items-center"
        >
          <DaySegment state={state} className="h-3 w-full" />
        </span>
      ))}
    </MonthRow>
  )
}

type MonthRowProps = {
  name?: string
  /** How many days have no data. */
  note?: string | false
  className?: string
  children: ReactNode
}

const MonthRow = ({ name, note, className = "", children }: MonthRowProps) => (
  <div className={`flex items-center gap-3 text-small ${className}`}>
    <span className="figures w-16 shrink-0 text-quiet">{name}</span>
    <span
      className="grid min-w-0 flex-1 gap-px sm:gap-0.5"
      style={{ gridTemplateColumns: "repeat(31, minmax(0, 1fr))" }}
    >
      {children}
    </span>
    <span className="figures w-12 shrink-0 whitespace-nowrap text-right">{note}</span>
  </div>
)
