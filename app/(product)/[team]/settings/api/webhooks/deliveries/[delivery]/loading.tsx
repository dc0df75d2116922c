/** Skeleton of a delivery. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonFacts, SkeletonLines, SkeletonSection } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton isInner hasCrumbs actions={2}>
      <SkeletonFacts />
      <SkeletonSection>
        <SkeletonLines count={8} />
      </SkeletonSection>
    </PageSkeleton>
  )
}
