/** Skeleton of the plan. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { TabHeadSkeleton } from "@/components/settings/tab-head"
import { SkeletonBox, SkeletonTable, SkeletonText } from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasNoHead>
      <TabHeadSkeleton />
      <div className="mb-10">
        <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
          {["keys", "webhooks", "answers"].map((name) => (
            <li key={name}>
              <p className="text-table">
                <SkeletonText className="w-24" />
              </p>
              <p className="mt-0.5 min-h-8 text-title">
                <SkeletonText className="w-28" />
              </p>
              <div className="mt-1.5 h-1.5 rounded-full bg-line" />
            </li>
          ))}
        </ul>
        <p className="mt-4 text-table">
          <SkeletonText className="w-96 max-w-full" />
        </p>
      </div>
      <div className="max-sm:hidden">
        <SkeletonTable columns={5} rows={6} />
      </div>
      <SkeletonBox className="h-64 sm:hidden" />
    </PageSkeleton>
  )
}
