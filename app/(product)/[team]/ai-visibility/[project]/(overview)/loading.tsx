/** Skeleton of the overview of an AI-visibility project. */
import { headlineFrame, headlineItem } from "@/components/ai-visibility/headline"
import { PageSkeleton } from "@/components/frame/page-skeleton"
import {
  SkeletonChart,
  SkeletonFilters,
  SkeletonItems,
  SkeletonLines,
  SkeletonSection,
  SkeletonTable,
  SkeletonText,
} from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <PageSkeleton hasNoHead>
      <div className="mb-6 max-w-[74ch] text-lead">
        <SkeletonLines count={2} />
      </div>
      <SkeletonFilters count={3} />
      <div className="mb-10">
        <div className={`${headlineFrame} lg:grid-cols-4`}>
          {["visibility", "share of voice", "position", "citation rate"].map((metric) => (
            <div key={metric} className={headlineItem}>
              <SkeletonText className="w-24" />
              <p className="mt-0.5 mb-1 text-figure">
                <SkeletonText className="w-28" />
              </p>
              <p className="mt-5.5 text-table">
                <SkeletonText className="w-40" />
              </p>
              <p className="mt-2 py-0.5 text-small">
                <SkeletonText className="w-32" />
              </p>
            </div>
          ))}
        </div>
        <p className="mt-2 text-small">
          <SkeletonText className="w-96" />
        </p>
      </div>
      <div className="grid gap-x-10 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <SkeletonSection hasLead>
          <SkeletonChart />
        </SkeletonSection>
        <SkeletonSection hasLead>
          <SkeletonItems count={3} />
        </SkeletonSection>
      </div>
      <SkeletonSection hasLead>
        <SkeletonTable columns={7} />
      </SkeletonSection>
    </PageSkeleton>
  )
}
