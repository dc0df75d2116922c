/**
 * The line diagram of the team's clients, as on the panel of a signal box: one line per client with its main metric, a
 * segment for each day, a lamp where a signal fired, and the state of its goals and its AI visibility at the end.
 */
import type { ReactNode } from "react"
import { share } from "@/components/ai-visibility/format-metrics"
import { DayKey, DaySegment, dayTitles } from "@/components/charts/day-segment"
import { ActionLink } from "@/components/frame/action-link"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { periodLabel } from "@/components/lists/ranges"
import { Lamp } from "@/components/ui/lamp"
import { pluralize } from "@/domain/kernel/format-count"
import { type ClientLine, type Diagram, daysOfLine, type LineDay, lampOrder, missingDays } from "./client-line"

type Props = {
  diagram: Diagram
  teamPath: string
  /** The client's main metric in the last 28 days. */
  renderResult: (line: ClientLine) => ReactNode
  /** The goal of the client that is most likely to be missed. */
  renderGoal: (line: ClientLine) => ReactNode
  /** Whether the client's AI visibility changed since the previous scan. */
  renderVerdict: (line: ClientLine) => ReactNode
}

/** The number of days in windows below 1400 px. With more days, the lamps would be too small for touch. */
const shortDays = 14
const longOnly = "max-[1399px]:hidden"
const shortOnly = "min-[1400px]:hidden"

/** A segment is as wide as the smallest target that can be touched well. */
const segmentPx = 24

export function ClientLines({ diagram, teamPath, renderResult, renderGoal, renderVerdict }: Props) {
  const { from, to, lines, clients_total } = diagram
  if (lines.length === 0) return null
  const days = lines.flatMap((line) => daysOfLine(line, diagram))
  return (
    <Section
      title="Clients"
      actions={
        <ActionLink href={`${teamPath}/clients`}>
          {clients_total > lines.length ? `All ${pluralize(clients_total, "client")}` : "All clients"}
        </ActionLink>
      }
    >
      <ul
        aria-label="Clients"
        className="grid gap-x-4 rounded-box border border-line bg-surface md:grid-cols-[minmax(0,1fr)_auto_minmax(5.5rem,auto)_minmax(7rem,auto)] xl:grid-cols-[minmax(0,1fr)_auto_auto_minmax(5.5rem,auto)_minmax(7rem,auto)]"
      >
        <li aria-hidden className={`${rowClass} text-quiet text-small max-md:hidden`}>
          <span>Client</span>
          <span className="max-xl:hidden">Last 28 days</span>
          <span className="flex justify-between">
            <span className={longOnly}>{dayName(from)}</span>
            <span className={shortOnly}>
              {dayName(daysOfLine(lines[0] as ClientLine, diagram).at(-shortDays)?.date ?? from)}
            </span>
            <span>today, {dayName(to)}</span>
          </span>
          <span>Goal</span>
          <span>AI visibility</span>
        </li>
        {lines.map((line) => (
          <Line
            key={line.id}
            line={line}
            days={daysOfLine(line, diagram)}
            teamPath={teamPath}
            result={renderResult(line)}
            goal={line.goals_n > 0 && renderGoal(line)}
            verdict={renderVerdict(line)}
          />
        ))}
      </ul>
      <Key days={days} />
    </Section>
  )
}

/** "1 Nov" */
const dayName = (day: string) => periodLabel({ from: day, to: day }).replace(/ \d{4}$/, "")

const rowClass =
  "col-span-full grid items-center gap-y-1.5 border-line border-b px-4 py-2 last:border-b-0 max-md:grid-cols-2 max-md:gap-x-6 md:grid-cols-subgrid"

type LineProps = {
  line: ClientLine
  days: LineDay[]
  teamPath: string
  result: ReactNode
  goal: ReactNode
  verdict: ReactNode
}

function Line({ line, days, teamPath, result, goal, verdict }: LineProps) {
  const { id, name, metric } = line
  return (
    <li className={rowClass}>
      <div className="min-w-0 max-md:col-span-full xl:contents">
        <div>
          <Link
            href={`${teamPath}/clients/${id}`}
            className="inline-flex min-h-6 items-center break-words font-strong text-table hover:underline"
          >
            {name}
          </Link>
          <span className="sr-only">
            {[`${pluralize(line.signals.length, "signal")} in ${days.length} days.`, missingDays(days, metric)].join(
              " ",
            )}
          </span>
        </div>
        <div>{result}</div>
      </div>
      <ol
        aria-label={`Signals of ${name}`}
        aria-hidden={line.signals.length === 0 || undefined}
        className="flex max-md:order-last max-md:col-span-full max-md:-mx-1"
      >
        {days.map((day, i) => (
          <Day key={day.date} day={day} isLongOnly={i < days.length - shortDays} signals={`${teamPath}/signals`} />
        ))}
      </ol>
      {goal ? <div className="min-w-0 text-table">{goal}</div> : <NoWords>no goals</NoWords>}
      <VisibilityWords line={line} teamPath={teamPath} verdict={verdict} />
    </li>
  )
}

/** The visibility with its verdict below it. Only phones show the label, because the column has no head there. */
function VisibilityWords({
  line: { name, project },
  teamPath,
  verdict,
}: Pick<LineProps, "line" | "teamPath" | "verdict">) {
  if (!project) return <NoWords>no scan</NoWords>
  const value = share(project.latest.visibility)
  return (
    <div className="min-w-0 text-table">
      <span aria-hidden className="text-quiet text-small md:hidden">
        AI visibility{" "}
      </span>
      <Link
        href={`${teamPath}/ai-visibility/${project.id}`}
        aria-label={`AI visibility of ${name}: ${value}`}
        className="figures hover:underline"
      >
        {value}
      </Link>
      <span className="block text-quiet text-small">{verdict}</span>
    </div>
  )
}

const NoWords = ({ children }: { children: string }) => (
  <div className="text-quiet text-table max-md:hidden">
    <span aria-hidden>–</span>
    <span className="sr-only">{children}</span>
  </div>
)

type DayProps = { day: LineDay; isLongOnly: boolean; signals: string }

/** The segment of a day. A day without data is hollow, and today is a dashed line. */
const Day = ({ day: { date, data, mark }, isLongOnly, signals }: DayProps) => (
  <li
    aria-hidden={mark ? undefined : true}
    className={`relative flex h-6 items-center justify-center ${isLongOnly ? longOnly : ""}`}
    style={{ width: segmentPx }}
  >
    <DaySegment state={data} className="absolute inset-x-px h-1" />
    {mark && (
      <Link
        href={`${signals}${mark.href}`}
        aria-label={mark.label}
        title={mark.label}
        className="relative flex size-6 items-center justify-center rounded-box hover:bg-hover"
      >
        <span className="flex items-center gap-0.5 rounded-full bg-surface p-[3px]">
          <Lamp state={mark.lamp} />
          {mark.count > 1 && <span className="text-small leading-none">{mark.count}</span>}
        </span>
      </Link>
    )}
    {!mark && <span title={dayTitles[data](dayName(date))} className="absolute inset-0" />}
  </li>
)

/** Explains the lamps and the segments that the diagram shows. */
const Key = ({ days }: { days: LineDay[] }) => (
  <ul aria-label="Key" className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-quiet text-small">
    {lampOrder
      .filter((lamp) => days.some(({ mark }) => mark?.lamp === lamp))
      .map((lamp) => (
        <li key={lamp} className="flex items-center gap-1.5">
          <Lamp state={lamp} isSmall />
          {lampNames[lamp]}
        </li>
      ))}
    <DayKey shown={days.map(({ data }) => data)} />
  </ul>
)

const lampNames = { danger: "critical signal", caution: "warning", idle: "information, or resolved" }
