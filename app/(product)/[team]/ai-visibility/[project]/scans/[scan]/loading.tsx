/** Skeleton of a scan. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonFacts, SkeletonTable, SkeletonText } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton isInner hasCrumbs hasNoLead actions={2}>
      {/* The result and the state below it. Without a result, the state is as large and has two lines. */}
      <p className="mb-6 text-lead">
        <SkeletonText className="w-[48ch]" />
      </p>
      <p className="mb-6">
        <SkeletonText className="w-96" />
      </p>
      <SkeletonFacts count={4} />
      <SkeletonTable columns={4} rows={3} />
    </PageSkeleton>
  )
}
