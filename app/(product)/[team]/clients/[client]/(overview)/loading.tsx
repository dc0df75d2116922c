/** Skeleton of a client. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import {
  SkeletonChart,
  SkeletonFilters,
  SkeletonSection,
  SkeletonTable,
  SkeletonText,
  SkeletonTiles,
} from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasCrumbs actions={2}>
      <SkeletonSection hasAction>
        <p className="-mt-2 mb-4">
          <SkeletonText className="w-3/5" />
        </p>
        <SkeletonFilters count={2} />
        <div className="grid gap-6">
          <SkeletonTiles count={6} />
          <SkeletonChart />
          <SkeletonTable columns={4} hasOptions />
        </div>
      </SkeletonSection>
    </PageSkeleton>
  )
}
