/** Skeleton of a client. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import {
  SkeletonBox,
  SkeletonChart,
  SkeletonFilters,
  SkeletonTable,
  SkeletonText,
  SkeletonTiles,
} from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasCrumbs actions={3}>
      <section className="mb-10">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="text-head">
            <SkeletonText className="w-20" />
          </p>
          <div className="flex flex-wrap items-end gap-x-2 gap-y-3 max-sm:w-full max-sm:[&>div]:w-full [&>div]:mb-0">
            <SkeletonFilters count={2} />
            <SkeletonBox className="h-8 w-24" />
          </div>
          <p className="w-full text-table">
            <SkeletonText className="w-3/5" />
          </p>
        </div>
        <div className="grid gap-6">
          <SkeletonTiles count={6} />
          <SkeletonChart />
        </div>
        <p className="mt-6 mb-3">
          <SkeletonText className="w-20" />
        </p>
        <SkeletonTable columns={6} />
      </section>
    </PageSkeleton>
  )
}
