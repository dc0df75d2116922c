/** A scrollable region, also by keyboard, with a label for screen readers. */
import type { ReactNode } from "react"
import { cn } from "./class-names"

export function Scroll({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className={cn("relative overflow-auto print:overflow-visible", className)}>
      {children}
    </section>
  )
}
