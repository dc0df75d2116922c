/** Skeleton of an API key. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonChart, SkeletonFacts, SkeletonSection, SkeletonTable } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton isInner hasCrumbs actions={2}>
      <div className="mb-8">
        <SkeletonChart />
      </div>
      <SkeletonFacts />
      <SkeletonSection>
        <SkeletonTable columns={5} />
      </SkeletonSection>
    </PageSkeleton>
  )
}
