/** Skeleton of a signal. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonChart, SkeletonFacts, SkeletonLines, SkeletonSection } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasCrumbs actions={3}>
      <SkeletonSection>
        <SkeletonChart />
      </SkeletonSection>
      <SkeletonSection>
        <SkeletonFacts />
      </SkeletonSection>
      <SkeletonSection>
        <SkeletonLines />
      </SkeletonSection>
    </PageSkeleton>
  )
}
