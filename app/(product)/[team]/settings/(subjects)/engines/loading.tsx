/** Skeleton of the AI engines. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { TabHeadSkeleton } from "@/components/settings/tab-head"
import { SkeletonTable, SkeletonText } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasNoHead>
      <TabHeadSkeleton />
      <div className="mb-10">
        <SkeletonTable columns={3} rows={6} hasDetail />
      </div>
      <SkeletonText className="w-96" />
    </PageSkeleton>
  )
}
