/** Skeleton of a data source. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonFacts, SkeletonFilters, SkeletonSection, SkeletonTable, SkeletonText } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasCrumbs actions={2}>
      <p>
        <SkeletonText className="w-24" />
      </p>
      <p className="mb-6 text-figure">
        <SkeletonText className="w-56" />
      </p>
      <SkeletonFacts />
      <SkeletonSection hasLead>
        <SkeletonFilters count={1} />
        <SkeletonTable columns={6} />
      </SkeletonSection>
    </PageSkeleton>
  )
}
