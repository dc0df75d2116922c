/** Skeleton of the list of API keys. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { TabHeadSkeleton } from "@/components/settings/tab-head"
import { SkeletonTable } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasNoHead>
      <TabHeadSkeleton actions={1} />
      <SkeletonTable columns={7} isCards />
    </PageSkeleton>
  )
}
