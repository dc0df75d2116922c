/** Skeleton of the general settings. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonFields } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasNoHead>
      <SkeletonFields count={4} />
    </PageSkeleton>
  )
}
