/** Skeleton of the AI engines. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonSection, SkeletonTable } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton isInner title="AI engines">
      <SkeletonSection hasLead>
        <SkeletonTable columns={4} rows={5} />
      </SkeletonSection>
    </PageSkeleton>
  )
}
