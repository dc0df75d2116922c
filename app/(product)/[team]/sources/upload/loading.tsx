/** Skeleton of the upload of a file. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonFields } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasCrumbs>
      <SkeletonFields count={2} />
    </PageSkeleton>
  )
}
