/**
 * Lists results that need no attention: your brand's visibility in the latest scan of each project, and the open signals
 * with the severity `info`.
 */
import type { ReactNode } from "react"
import { type Row, share } from "@/components/ai-visibility/format-metrics"
import { Verdict } from "@/components/ai-visibility/verdict"
import { Sparkline } from "@/components/charts/sparkline"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import type { Signal } from "@/components/signals/signal-labels"
import { SkeletonText } from "@/components/ui/skeleton"
import { count, pluralize } from "@/domain/kernel/format-count"

const title = "Latest results"

/** The rows share the columns of the list: what changed, its values, a line of earlier values, and the verdict. */
export const LatestResults = ({ children }: { children: ReactNode }) => (
  <Section title={title}>
    <ul
      aria-label={title}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-5 border-line border-t sm:grid-cols-[minmax(0,1fr)_auto_6rem_auto]"
    >
      {children}
    </ul>
  </Section>
)

type ChangeProps = {
  name: string
  what: string
  href: string
  figures: string | null
  series?: number[]
  verdict: ReactNode
}

/** The link covers the whole row. */
const Change = ({ name, what, href, figures, series = [], verdict }: ChangeProps) => (
  <li className={`${rowClass} hover:bg-hover`}>
    <Link href={href} className="min-w-0 break-words after:absolute after:inset-0 max-sm:col-span-full">
      <strong>{name}</strong> {what}
    </Link>
    <span className="figures text-table sm:text-right">{figures}</span>
    <span className="max-sm:hidden">{series.length > 1 && <Sparkline values={series} className="h-6 w-24" />}</span>
    <span className="text-table max-sm:justify-self-end">{verdict}</span>
  </li>
)

const rowClass =
  "relative col-span-full grid min-h-11 grid-cols-subgrid items-center gap-y-1 border-line border-b py-2 max-sm:py-2.5"

/** As high as the rows, so that nothing below them moves when they appear. */
export const VisibilityChangesSkeleton = ({ rows }: { rows: number }) =>
  Array.from({ length: rows }, (_, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
    <li key={i} aria-hidden className={rowClass}>
      <SkeletonText className="w-48 max-sm:col-span-full" />
      <SkeletonText className="w-24" />
      <SkeletonText className="w-24 max-sm:hidden" />
      <SkeletonText className="w-24" />
    </li>
  ))

export type VisibilityChange = {
  project: { id: string; name: string }
  /** Your brand in the latest scan, compared with the previous scan. */
  row: Row
  /** Your brand's visibility in earlier scans, oldest first, and in the latest one. */
  series: number[]
}

export const VisibilityChanges = ({ changes, base }: { changes: VisibilityChange[]; base: string }) =>
  changes.map(({ project, row, series }) => (
    <Change
      key={project.id}
      name={project.name}
      what="AI visibility"
      href={`${base}/ai-visibility/${project.id}`}
      figures={previousToCurrent(row)}
      series={series}
      verdict={<Verdict row={row} isBadge />}
    />
  ))

/** "65.2 → 71.7%", or only the current value without an earlier one. */
function previousToCurrent({ visibility, change }: Row) {
  const previous = change?.previous?.visibility
  return previous && previous.value !== null
    ? `${share(previous).replace("%", "")} → ${share(visibility)}`
    : share(visibility)
}

/** `path`: the path of the inbox of signals. */
export const InfoSignals = ({ signals, path }: { signals: Signal[]; path: string }) =>
  signals.map(({ id, title, client, impact, evidence: { counts } }) => (
    <Change
      key={id}
      name={client.name}
      what={title}
      href={`${path}/${id}`}
      figures={
        counts.answers !== undefined && counts.answers_before !== undefined
          ? `${count(counts.answers_before)} → ${pluralize(counts.answers, "answer")}`
          : null
      }
      verdict={<Impact impact={impact} />}
    />
  ))

const impacts = {
  positive: { word: "positive", wash: "bg-clear-wash" },
  negative: { word: "negative", wash: "bg-danger-wash" },
}

/** Whether the change is positive or negative for the client. */
function Impact({ impact }: Pick<Signal, "impact">) {
  if (impact === "neutral") return null
  const { word, wash } = impacts[impact]
  return <span className={`whitespace-nowrap rounded-full px-2 py-0.5 text-small ${wash}`}>{word}</span>
}
