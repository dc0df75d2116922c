/** Skeleton of the comparison of two scans. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonFilters, SkeletonLines, SkeletonSection, SkeletonTable, SkeletonText } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton isInner hasCrumbs title="Compare answers">
      <p className="mb-6 text-lead">
        <SkeletonText className="w-[60ch]" />
      </p>
      <SkeletonFilters count={2} />
      <SkeletonSection hasLead>
        <SkeletonTable columns={5} rows={5} />
      </SkeletonSection>
      <SkeletonFilters count={3} />
      <div className="grid gap-6 lg:grid-cols-2">
        <SkeletonLines count={12} />
        <SkeletonLines count={12} />
      </div>
    </PageSkeleton>
  )
}
