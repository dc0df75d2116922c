/** A scrollable region, also by keyboard, with a label for screen readers. */
import type { ReactNode } from "react"
import { cn } from "./class-names"

export function ScrollArea({
  label,
  className,
  children,
}: {
  label: string
  className?: string | undefined
  children: ReactNode
}) {
  return (
    // biome-ignore-start lint/a11y: what scrolls must be reachable by keyboard, and a group is not a landmark of the page
    <div
      role="group"
      aria-label={label}
      tabIndex={0}
      className={cn("relative overflow-auto print:overflow-visible", className)}
    >
      {children}
    </div>
    // biome-ignore-end lint/a11y: as above
  )
}
