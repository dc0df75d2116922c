/** Skeleton of a data source. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import {
  SkeletonBox,
  SkeletonFacts,
  SkeletonFilters,
  SkeletonSection,
  SkeletonTable,
  SkeletonTiles,
} from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasCrumbs actions={1}>
      <SkeletonFacts />
      <SkeletonSection hasLead>
        <SkeletonBox className="h-[310px] max-w-[760px]" />
      </SkeletonSection>
      <SkeletonSection hasLead>
        <SkeletonTiles count={6} />
      </SkeletonSection>
      <SkeletonSection hasLead>
        <SkeletonFilters count={1} />
        <SkeletonTable columns={7} />
      </SkeletonSection>
    </PageSkeleton>
  )
}
