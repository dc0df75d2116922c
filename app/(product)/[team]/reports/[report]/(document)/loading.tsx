/** Skeleton of a report. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import { reportColumn } from "@/components/reports/report-document"
import {
  SkeletonChart,
  SkeletonFigures,
  SkeletonFilters,
  SkeletonSection,
  SkeletonTable,
} from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <div className={reportColumn}>
      <PageSkeleton isDocument hasCrumbs actions={3}>
        <SkeletonFilters count={2} />
        <SkeletonSection hasLead>
          <SkeletonFigures count={4} lines={1} />
        </SkeletonSection>
        <SkeletonSection>
          <SkeletonChart />
        </SkeletonSection>
        <SkeletonSection>
          <SkeletonTable columns={4} />
        </SkeletonSection>
      </PageSkeleton>
    </div>
  )
}
