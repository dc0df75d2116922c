/** Skeleton of the home page. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonBox, SkeletonItems, SkeletonSection, SkeletonStates } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton>
      <SkeletonStates count={4} />
      <div className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_328px]">
        <div className="min-w-0">
          <SkeletonSection>
            <SkeletonItems count={4} />
          </SkeletonSection>
        </div>
        <div className="min-w-0">
          <SkeletonSection>
            <SkeletonItems count={2} />
          </SkeletonSection>
          <SkeletonSection>
            <SkeletonBox className="h-36" />
          </SkeletonSection>
        </div>
      </div>
      <SkeletonSection>
        <SkeletonItems count={6} />
      </SkeletonSection>
    </PageSkeleton>
  )
}
