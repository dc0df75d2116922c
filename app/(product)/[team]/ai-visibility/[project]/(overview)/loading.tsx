/** Skeleton of the overview of an AI-visibility project. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import {
  SkeletonChart,
  SkeletonFigures,
  SkeletonFilters,
  SkeletonLines,
  SkeletonSection,
  SkeletonTable,
} from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasNoHead>
      <SkeletonFilters count={3} />
      <SkeletonSection hasLead>
        <div className="mb-6 max-w-[68ch] text-lead">
          <SkeletonLines count={2} />
        </div>
        <SkeletonFigures count={4} lines={4} />
      </SkeletonSection>
      <SkeletonSection hasLead>
        <SkeletonChart />
      </SkeletonSection>
      <SkeletonSection hasLead>
        <SkeletonTable columns={7} hasOptions />
      </SkeletonSection>
    </PageSkeleton>
  )
}
