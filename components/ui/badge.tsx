/** A word in a frame, with an optional lamp for its state. */
import type { ReactNode } from "react"
import { Lamp, type LampState } from "./lamp"

type Props = { state?: LampState | null | undefined; children: ReactNode }

export const Badge = ({ state, children }: Props) => (
  <span className="inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border border-line px-2 py-0.5 text-small">
    {state && <Lamp state={state} isSmall />}
    {children}
  </span>
)
