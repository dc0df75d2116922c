/** Skeleton of the form for a new AI-visibility project. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonFields } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton title="New project" hasCrumbs>
      <SkeletonFields count={6} />
    </PageSkeleton>
  )
}
