/** Skeleton of an answer. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonLines, SkeletonSection } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton isInner hasCrumbs>
      <div className="mb-10 grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="rounded-box border border-line bg-surface p-4 sm:p-6">
          <SkeletonLines count={14} />
        </div>
        <div>
          <SkeletonSection>
            <SkeletonLines count={4} />
          </SkeletonSection>
          <SkeletonSection>
            <SkeletonLines count={4} />
          </SkeletonSection>
        </div>
      </div>
    </PageSkeleton>
  )
}
