/** Skeleton of the page of the MCP connector. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { TabHeadSkeleton } from "@/components/settings/tab-head"
import { SkeletonBox, SkeletonLines, SkeletonSection, SkeletonTable } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasNoHead>
      <TabHeadSkeleton />
      <SkeletonSection hasLead>
        <div className="grid max-w-3xl gap-4">
          <SkeletonBox className="h-12" />
          <SkeletonLines count={5} />
        </div>
      </SkeletonSection>
      <SkeletonSection>
        <SkeletonBox className="h-56" />
      </SkeletonSection>
      <SkeletonSection hasLead>
        <SkeletonTable columns={7} rows={3} isCards />
      </SkeletonSection>
    </PageSkeleton>
  )
}
