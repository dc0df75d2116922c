/** Skeleton of a cited domain. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonChart, SkeletonFacts, SkeletonSection, SkeletonTable } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton isInner hasCrumbs hasNoLead actions={1}>
      <SkeletonFacts count={4} />
      <SkeletonSection>
        <SkeletonChart />
      </SkeletonSection>
      <SkeletonSection hasLead>
        <SkeletonTable columns={4} rows={5} />
      </SkeletonSection>
      <SkeletonSection hasLead>
        <SkeletonTable columns={8} isCards />
      </SkeletonSection>
    </PageSkeleton>
  )
}
