/** Skeleton of a webhook. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonChart, SkeletonLines, SkeletonSection, SkeletonTable } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton isInner hasCrumbs actions={3}>
      <div className="mb-6">
        <SkeletonLines count={1} />
      </div>
      <SkeletonSection hasAction>
        <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
          <SkeletonChart />
          <SkeletonChart />
        </div>
      </SkeletonSection>
      <SkeletonSection hasAction>
        <SkeletonTable columns={5} />
      </SkeletonSection>
    </PageSkeleton>
  )
}
