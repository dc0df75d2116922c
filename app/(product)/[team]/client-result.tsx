/**
 * Shows the most important metric of a client in the last 28 days: its value, its change, and whether it is unusual.
 * Each row of a list of clients loads its own result after the list appears.
 */
import { Suspense } from "react"
import { Sparkline } from "@/components/charts/sparkline"
import { Change } from "@/components/metrics/change"
import type { Signal } from "@/components/signals/signal-labels"
import { Lamp } from "@/components/ui/lamp"
import { SkeletonText } from "@/components/ui/skeleton"
import { formatValue } from "@/domain/metrics/format-value"
import { requireTeamMember } from "@/server/visit"
import { readClientResult } from "./read-client-result"

type Props = {
  slug: string
  clientId: string
  /** The open signals of the client. */
  signals: Signal[]
  /** True for one row with columns and a sparkline, false for three lines. */
  isWide?: boolean
}

export const ClientResult = (props: Props) => (
  <Suspense fallback={props.isWide ? <WideSkeleton /> : <NarrowSkeleton />}>
    <Result {...props} />
  </Suspense>
)

/** Both skeletons are as large as a result, so that the page does not move when the result is loaded. */
const WideSkeleton = () => (
  <span className={wideClass}>
    <SkeletonText className="w-16" />
    <SkeletonText className="w-14 md:justify-self-end" />
    <SkeletonText className="w-10 md:justify-self-end" />
    <span className="text-small md:col-span-2 md:col-start-2 md:justify-self-end">
      <SkeletonText className="w-20" />
    </span>
  </span>
)

const NarrowSkeleton = () => (
  <span className="md:block">
    {["text-small", "text-table", "text-small"].map((size, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
      <span key={line} className={`md:block ${size}`}>
        <SkeletonText className="w-20" />
      </span>
    ))}
  </span>
)

async function Result({ slug, clientId, signals, isWide = false }: Props) {
  const { api } = await requireTeamMember(slug)
  const result = await readClientResult(api, clientId, signals)
  if (!result) return <span className="text-quiet max-md:hidden">–</span>
  const { column, value, dailyValues, verdict } = result
  // The arrow of the change has a color only if the value is unusual.
  const trend_is = verdict?.lamp ? value.trend_is : "neutral"
  return (
    <span className={isWide ? wideClass : "flex flex-wrap items-baseline gap-x-2 md:block"}>
      <span className={isWide ? "truncate text-quiet" : "text-quiet text-small md:block"}>{column.label}</span>{" "}
      <span className={isWide ? "figures text-right" : "figures text-table"}>{formatValue(value.value, column)}</span>{" "}
      <span className={isWide ? "text-right text-small" : "whitespace-nowrap text-small"}>
        <Change value={{ ...value, trend_is }} column={column} />
      </span>
      {isWide && (
        <Sparkline
          values={dailyValues}
          className="h-5 w-full self-center max-md:hidden md:col-start-4 md:row-span-2 md:row-start-1"
        />
      )}
      {verdict && (
        <VerdictText {...verdict} className={isWide ? "md:col-span-2 md:col-start-2 md:justify-self-end" : "md:flex"} />
      )}
    </span>
  )
}

/** In a table, the parts of a result are aligned with those of other rows. */
const wideClass = "inline-flex flex-wrap items-baseline gap-x-2 md:grid md:grid-cols-[6rem_5rem_4rem_6rem]"

type Verdict = NonNullable<NonNullable<Awaited<ReturnType<typeof readClientResult>>>["verdict"]>

const VerdictText = ({ lamp, words, title, className }: Verdict & { className: string }) => (
  <span
    title={title}
    className={`inline-flex items-center gap-1.5 text-small ${lamp ? "" : "text-quiet"} ${className}`}
  >
    {lamp && <Lamp state={lamp} isSmall />}
    {words}
  </span>
)
