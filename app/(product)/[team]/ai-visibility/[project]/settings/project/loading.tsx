/** Skeleton of the name and the status of a project. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonFields } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasNoHead>
      <SkeletonFields count={1} />
    </PageSkeleton>
  )
}
