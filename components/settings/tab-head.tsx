/**
 * Header of a page below tabs: one sentence, and actions. The title is for screen readers, because the tab shows it.
 */
import type { ReactNode } from "react"
import { SkeletonBox, SkeletonText } from "@/components/ui/skeleton"

type Props = { title: string; children?: ReactNode; actions?: ReactNode }

const headClass = "relative mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3"
const actionsClass = "flex flex-wrap items-center gap-2 sm:ml-auto"

export function TabHead({ title, children, actions }: Props) {
  return (
    <header className={headClass}>
      <h2 className="sr-only">{title}</h2>
      {children && <div className="min-w-0 max-w-[90ch] text-quiet">{children}</div>}
      {actions && <div className={actionsClass}>{actions}</div>}
    </header>
  )
}

/** The skeleton of the header. `actions` is the number of its buttons. */
export function TabHeadSkeleton({ actions = 0 }: { actions?: number }) {
  return (
    <div className={headClass}>
      <SkeletonText className="w-96" />
      {actions > 0 && (
        <div className={actionsClass}>
          {Array.from({ length: actions }, (_, i) => `button ${i}`).map((name) => (
            <SkeletonBox key={name} className="h-9 w-28" />
          ))}
        </div>
      )}
    </div>
  )
}
