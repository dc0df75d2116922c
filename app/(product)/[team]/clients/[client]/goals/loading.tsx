/** Skeleton of the goals of a client. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonFigures, SkeletonFilters } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton title="Goals" hasCrumbs actions={1}>
      <SkeletonFilters count={1} />
      <SkeletonFigures count={4} />
    </PageSkeleton>
  )
}
