/** Skeleton of a prompt. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonChart, SkeletonFacts, SkeletonFilters, SkeletonSection, SkeletonTable } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton isInner hasCrumbs hasNoLead>
      <SkeletonFacts />
      <SkeletonFilters count={2} />
      <SkeletonSection hasLead>
        <SkeletonTable columns={7} hasOptions />
      </SkeletonSection>
      <SkeletonSection hasLead>
        <SkeletonChart />
      </SkeletonSection>
    </PageSkeleton>
  )
}
