/** Skeleton of the steps to connect a data source. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonItems } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton title="Connect source" hasCrumbs>
      <div className="max-w-3xl">
        <SkeletonItems count={6} />
      </div>
    </PageSkeleton>
  )
}
