/** Skeleton of the request log. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { TabHeadSkeleton } from "@/components/settings/tab-head"
import { SkeletonFilters, SkeletonTable } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasNoHead>
      <TabHeadSkeleton />
      <SkeletonFilters count={5} isClosedOnPhone />
      <SkeletonTable columns={7} isCards />
    </PageSkeleton>
  )
}
