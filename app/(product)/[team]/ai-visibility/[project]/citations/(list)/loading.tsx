/** Skeleton of a project's citations. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonChart, SkeletonFilters, SkeletonSection, SkeletonTable, SkeletonText } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasNoHead>
      <SkeletonSection>
        <p className="mb-4 text-lead">
          <SkeletonText className="w-[60ch]" />
        </p>
        <SkeletonTable columns={7} isCards hasOptions />
      </SkeletonSection>
      <SkeletonSection hasLead>
        <SkeletonChart />
      </SkeletonSection>
      <SkeletonSection hasLead>
        <SkeletonFilters count={4} isClosedOnPhone />
        <SkeletonTable columns={7} isCards hasOptions />
      </SkeletonSection>
    </PageSkeleton>
  )
}
