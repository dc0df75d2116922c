/** Skeleton of the members. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { TabHeadSkeleton } from "@/components/settings/tab-head"
import { SkeletonLines, SkeletonSection, SkeletonTable } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasNoHead>
      <TabHeadSkeleton actions={1} />
      <div className="mb-10">
        <SkeletonTable columns={5} rows={5} isCards />
      </div>
      <SkeletonSection>
        <SkeletonLines count={4} />
      </SkeletonSection>
    </PageSkeleton>
  )
}
