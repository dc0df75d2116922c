/** Skeleton of the list of webhooks. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { TabHeadSkeleton } from "@/components/settings/tab-head"
import { SkeletonTable } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasNoHead>
      <TabHeadSkeleton actions={2} />
      <SkeletonTable columns={5} isCards />
    </PageSkeleton>
  )
}
