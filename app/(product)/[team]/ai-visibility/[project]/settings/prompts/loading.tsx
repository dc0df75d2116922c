/** Skeleton of the prompt set of a project. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { SkeletonSection, SkeletonTable } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasNoHead>
      <SkeletonSection hasLead>
        <SkeletonTable columns={4} rows={5} />
      </SkeletonSection>
    </PageSkeleton>
  )
}
