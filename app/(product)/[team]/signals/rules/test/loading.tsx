/** Skeleton of the test of a rule. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonChart, SkeletonFilters, SkeletonSection } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton title="Test on past data" hasCrumbs>
      <SkeletonFilters count={5} />
      <SkeletonSection hasLead>
        <SkeletonChart />
      </SkeletonSection>
      <SkeletonSection hasLead>
        <SkeletonChart />
      </SkeletonSection>
    </PageSkeleton>
  )
}
