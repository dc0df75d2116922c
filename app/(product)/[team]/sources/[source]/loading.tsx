/** Skeleton of a data source. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonFacts, SkeletonSection, SkeletonTable } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasCrumbs actions={2}>
      <SkeletonFacts />
      <SkeletonSection hasLead>
        <SkeletonTable columns={6} />
      </SkeletonSection>
    </PageSkeleton>
  )
}
