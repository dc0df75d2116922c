/** Skeleton of the page of the MCP connector. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonBox, SkeletonSection, SkeletonTable } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton isInner title="MCP connector">
      <SkeletonSection hasLead>
        <SkeletonBox className="h-40" />
      </SkeletonSection>
      <SkeletonSection hasLead>
        <SkeletonTable columns={5} rows={3} />
      </SkeletonSection>
    </PageSkeleton>
  )
}
