/** Skeleton of the comparison of two answers. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonFilters, SkeletonLines } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton isInner hasCrumbs title="Compare answers">
      <SkeletonFilters count={3} />
      <div className="grid gap-6 lg:grid-cols-2">
        <SkeletonLines count={12} />
        <SkeletonLines count={12} />
      </div>
    </PageSkeleton>
  )
}
