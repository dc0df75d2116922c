/** Skeleton of a scan. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonFacts, SkeletonSection, SkeletonTable } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton isInner hasCrumbs hasNoLead actions={2}>
      <SkeletonFacts />
      <SkeletonSection>
        <SkeletonTable columns={5} rows={4} />
      </SkeletonSection>
    </PageSkeleton>
  )
}
