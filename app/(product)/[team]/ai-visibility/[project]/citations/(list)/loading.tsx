/** Skeleton of a project's citations. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonChart, SkeletonSection, SkeletonTable } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasNoHead>
      <SkeletonSection hasLead>
        <SkeletonTable columns={6} />
      </SkeletonSection>
      <SkeletonSection hasLead>
        <SkeletonChart />
      </SkeletonSection>
      <SkeletonSection hasLead>
        <SkeletonTable columns={7} isCards hasOptions />
      </SkeletonSection>
    </PageSkeleton>
  )
}
