/** Skeleton of a cited domain. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonChart, SkeletonFacts, SkeletonSection, SkeletonTable } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton isInner hasCrumbs hasNoLead actions={1}>
      <SkeletonFacts />
      <SkeletonSection hasLead>
        <SkeletonChart />
      </SkeletonSection>
      <SkeletonSection hasLead>
        <SkeletonTable columns={7} isCards hasOptions />
      </SkeletonSection>
    </PageSkeleton>
  )
}
