/** Skeleton of the plan. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { TabHeadSkeleton } from "@/components/settings/tab-head"
import { SkeletonBox, SkeletonTable, SkeletonText } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasNoHead>
      <TabHeadSkeleton />
      <ul className="mb-10 grid gap-x-8 gap-y-4 sm:grid-cols-3">
        {["keys", "webhooks", "answers"].map((name) => (
          <li key={name}>
            <p className="text-table">
              <SkeletonText className="w-24" />
            </p>
            <p className="text-title">
              <SkeletonText className="w-28" />
            </p>
            <div className="mt-1.5 h-1.5 rounded-full bg-line" />
          </li>
        ))}
      </ul>
      <div className="max-sm:hidden">
        <SkeletonTable columns={5} rows={6} />
      </div>
      <SkeletonBox className="h-64 sm:hidden" />
    </PageSkeleton>
  )
}
