/** Skeleton of the list of a project's scans. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonFilters, SkeletonSection, SkeletonTable } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasNoHead>
      <SkeletonSection hasLead>
        <SkeletonFilters count={1} />
        <SkeletonTable columns={8} isCards />
      </SkeletonSection>
    </PageSkeleton>
  )
}
