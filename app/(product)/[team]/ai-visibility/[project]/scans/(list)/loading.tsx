/** Skeleton of the list of a project's scans. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { TabHeadSkeleton } from "@/components/settings/tab-head"
import { SkeletonFilters, SkeletonTable } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasNoHead>
      <TabHeadSkeleton actions={1} />
      <SkeletonFilters count={1} />
      <SkeletonTable columns={8} isCards />
    </PageSkeleton>
  )
}
