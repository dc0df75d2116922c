/**
 * A day of a strip of days: filled if it has data, higher and amber if its value is unusual, hollow if it has no data,
 * a dashed line for today, whose data is not complete yet, and nothing for a day before the first or after the last day
 * of the data.
 */
import { cn } from "@/components/ui/class-names"

export type DayState = "value" | "unusual" | "none" | "today" | "outside"

const shapes: Record<DayState, string> = {
  value: "bg-edge/70",
  unusual: "bg-caution scale-y-200",
  none: "inset-ring inset-ring-edge/70",
  today: "border-edge/70 border-t border-dashed translate-y-[2px]",
  outside: "",
}

/** `className` gives the segment its size. */
export const DaySegment = ({ state, className }: { state: DayState; className: string }) => (
  <span aria-hidden className={cn("rounded-[1px]", shapes[state], className)} />
)

type KeyProps = {
  /** The segments that need an explanation. */
  shown: readonly DayState[]
  /** Gives the segments their size. */
  className?: string
}

/** Items of a key that explains the segments. */
export const DayKey = ({ shown, className = "h-1 w-4" }: KeyProps) =>
  explained
    .filter((state) => shown.includes(state))
    .map((state) => (
      <li key={state} className="flex items-center gap-1.5">
        <DaySegment state={state} className={className} />
        {keyNames[state]}
      </li>
    ))

const explained = ["value", "unusual", "none"] as const
const keyNames = {
  value: "day with data",
  unusual: "day outside the expected range",
  none: "day without data",
}

/** What the browser shows when the pointer is on a day. `day` is its date in words. */
export const dayTitles: Record<DayState, (day: string) => string | undefined> = {
  value: (day) => day,
  unusual: (day) => `${day}: outside the expected range`,
  none: (day) => `${day}: no data`,
  today: (day) => `${day}: today`,
  outside: () => undefined,
}
