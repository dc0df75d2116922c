/** Skeleton of a project's citations. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonFilters, SkeletonTable, SkeletonText } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasNoHead>
      <p className="mb-4 text-lead">
        <SkeletonText className="w-[60ch]" />
      </p>
      <p className="mb-4 py-1 text-table">
        <SkeletonText className="w-72" />
      </p>
      <SkeletonFilters count={4} isClosedOnPhone />
      <SkeletonTable columns={10} isCards />
    </PageSkeleton>
  )
}
