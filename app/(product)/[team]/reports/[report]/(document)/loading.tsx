/** Skeleton of a report. */
import { PageSkeleton } from "@/components/frame/page-skeleton"
import {
  reportColumn,
  reportToolbar,
  sectionTitle,
  senderActions,
  senderLine,
} from "@/components/reports/document-classes"
import {
  SkeletonBox,
  SkeletonChart,
  SkeletonFigures,
  SkeletonFilters,
  SkeletonLines,
  SkeletonSection,
  SkeletonTable,
  SkeletonText,
} from "@/components/ui/skeleton"

export default function Loading() {
  return (
    <div className={reportColumn}>
      <PageSkeleton
        isDocument
        hasCrumbs
        above={
          <div className={senderLine}>
            <p className="min-w-0 flex-1 basis-40">
              <SkeletonText className="w-32" />
            </p>
            <div className={senderActions}>
              {["edit", "share", "more"].map((name) => (
                <SkeletonBox key={name} className="h-9 w-24" />
              ))}
            </div>
          </div>
        }
      >
        <div className={reportToolbar}>
          <div className="max-sm:w-full [&>div]:mb-0">
            <SkeletonFilters count={2} />
          </div>
          <p className="text-small sm:text-right">
            <SkeletonText className="w-80" />
            <br />
            <SkeletonText className="w-48" />
          </p>
        </div>
        <div className="mb-14">
          <SkeletonLines count={2} />
        </div>
        <p className={sectionTitle}>
          <SkeletonText className="w-40" />
        </p>
        <div className="mb-10">
          <SkeletonFigures count={4} lines={1} />
        </div>
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
