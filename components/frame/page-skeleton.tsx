/**
 * The skeleton of a page: its header, and the content that the page passes. Screen readers announce it once as
 * "Loading".
 */
import type { ReactNode } from "react"
import { AfterDelay } from "@/components/ui/after-delay"
import { SkeletonBox, SkeletonFilters, SkeletonTable, SkeletonText } from "@/components/ui/skeleton"
import { PageHead } from "./page-head"

type Props = {
  /** The title, when it is the same for every page of this kind. */
  title?: string
  /** The page has no header, because its layout has one. */
  hasNoHead?: boolean
  /** The header has breadcrumbs. */
  hasCrumbs?: boolean
  /** The header has no sentence below the title. */
  hasNoLead?: boolean
  /** Shown above the title. */
  above?: ReactNode
  /** How many buttons the header has. */
  actions?: number
  isInner?: boolean
  isDocument?: boolean
  children: ReactNode
}

export function PageSkeleton({ title, hasNoHead, children, ...head }: Props) {
  return (
    <AfterDelay>
      <p role="status" className="sr-only">
        Loading
      </p>
      {title && <Head title={title} {...head} />}
      <div aria-hidden>
        {!title && !hasNoHead && <Head title={<SkeletonText className="w-64" />} {...head} />}
        {children}
      </div>
    </AfterDelay>
  )
}

type HeadProps = Omit<Props, "title" | "children"> & { title: ReactNode }

function Head({ title, hasCrumbs, hasNoLead, actions = 0, ...kind }: HeadProps) {
  const buttons = Array.from({ length: actions }, (_, i) => i)
  return (
    <>
      {hasCrumbs && (
        // On wide windows, the breadcrumbs of a page stand in the top bar. Those of an inner page stand above its
        // title.
        <p className={`mb-2 text-table ${kind.isInner ? "" : "lg:hidden"}`}>
          <SkeletonText className="w-24" />
        </p>
      )}
      <PageHead
        {...kind}
        title={title}
        actions={actions > 0 && buttons.map((i) => <SkeletonBox key={i} className="h-9 w-28" />)}
      >
        {!hasNoLead && <SkeletonText className="w-96" />}
      </PageHead>
    </>
  )
}

type ListProps = Omit<Props, "children"> & {
  /** How many filters the list has. */
  filters?: number
  columns: number
  rows?: number
  /** The first column has a second line. */
  hasDetail?: boolean
  /** On phones, the rows are cards. */
  isCards?: boolean
}

/** The skeleton of a page that is a list with filters. */
export const ListSkeleton = ({ filters = 0, columns, rows, hasDetail, isCards, ...page }: ListProps) => (
  <PageSkeleton {...page}>
    {filters > 0 && <SkeletonFilters count={filters} isClosedOnPhone={filters > 3} />}
    <SkeletonTable {...{ columns, rows, hasDetail, isCards }} />
  </PageSkeleton>
)
