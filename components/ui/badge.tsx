/** A word in a frame, with an optional lamp for its state. */
import type { ReactNode } from "react"
import { cn } from "./class-names"
import { Lamp, type LampState } from "./lamp"

type Props = {
  state?: LampState | null | undefined
  /** In the accent color, for something new. */
  isAccent?: boolean
  title?: string
  children: ReactNode
}

export const Badge = ({ state, isAccent, title, children }: Props) => (
  <span
    title={title}
    className={cn(
      "inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border px-2 py-0.5 text-small",
      isAccent ? "border-accent text-accent" : "border-line",
    )}
  >
    {state && <Lamp state={state} isSmall />}
    {children}
  </span>
)
