/** Skeleton of the audit log. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { TabHeadSkeleton } from "@/components/settings/tab-head"
import { SkeletonFilters, SkeletonTable } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasNoHead>
      <TabHeadSkeleton />
      <SkeletonFilters count={2} />
      <SkeletonTable columns={3} />
    </PageSkeleton>
  )
}
