/** Skeleton of a prompt. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonChart, SkeletonFilters, SkeletonSection, SkeletonTable, SkeletonText } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton isInner hasCrumbs hasNoLead actions={1}>
      <p className="mb-6 text-lead">
        <SkeletonText className="w-[48ch]" />
      </p>
      <SkeletonFilters count={2} />
      <SkeletonSection hasLead>
        <SkeletonChart />
      </SkeletonSection>
      <SkeletonSection hasLead>
        <SkeletonTable columns={6} rows={5} />
      </SkeletonSection>
      <SkeletonSection hasAction>
        <SkeletonTable columns={5} rows={3} />
      </SkeletonSection>
    </PageSkeleton>
  )
}
