/** Skeleton of a signal. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonChart, SkeletonFigures, SkeletonItems, SkeletonSection } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasCrumbs actions={4}>
      <div className="mb-8">
        <SkeletonFigures count={4} lines={1} />
      </div>
      <SkeletonSection>
        <SkeletonChart />
      </SkeletonSection>
      <SkeletonSection>
        <SkeletonItems count={3} />
      </SkeletonSection>
    </PageSkeleton>
  )
}
