/** Skeleton of a request in the log. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonFacts, SkeletonLines, SkeletonSection } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton isInner hasCrumbs>
      <SkeletonFacts />
      <SkeletonSection>
        <SkeletonLines />
      </SkeletonSection>
      <SkeletonSection>
        <SkeletonLines count={6} />
      </SkeletonSection>
    </PageSkeleton>
  )
}
