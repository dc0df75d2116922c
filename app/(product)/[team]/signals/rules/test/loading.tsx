/** Skeleton of the test of a rule. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonChart, SkeletonFilters, SkeletonItems, SkeletonSection, SkeletonText } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton title="Test on past data" hasCrumbs actions={1}>
      <SkeletonFilters count={5} />
      <p className="mb-8">
        <SkeletonText className="h-5 w-56" />
      </p>
      <SkeletonSection hasLead>
        <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_280px]">
          <SkeletonChart />
          <SkeletonItems count={3} />
        </div>
      </SkeletonSection>
      <SkeletonSection hasLead>
        <SkeletonChart />
      </SkeletonSection>
    </PageSkeleton>
  )
}
