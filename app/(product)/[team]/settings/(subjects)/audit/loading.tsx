/** Skeleton of the audit log. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonFilters, SkeletonSection, SkeletonTable } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasNoHead>
      <SkeletonSection hasLead>
        <SkeletonFilters count={2} />
        <SkeletonTable columns={4} />
      </SkeletonSection>
    </PageSkeleton>
  )
}
