/** Skeleton of a data source. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonFacts, SkeletonFilters, SkeletonSection, SkeletonTable } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasCrumbs actions={2}>
      <SkeletonFacts />
      <SkeletonSection hasLead>
        <SkeletonFilters count={1} />
        <SkeletonTable columns={6} />
      </SkeletonSection>
    </PageSkeleton>
  )
}
