/** Says whether your brand's visibility changed in the latest scan of a project. */
import { Suspense } from "react"
import { Verdict } from "@/components/ai-visibility/verdict"
import { SkeletonText } from "@/components/ui/skeleton"
import { requireTeamMember } from "@/server/visit"

type Props = { slug: string; project: { id: string; own_brand_id: string; latest: { scan_id: string } } }

/** Loads the verdict after the page appears, because it needs a statistical test of all brands of the project. */
export const LatestVerdict = (props: Props) => (
  <Suspense fallback={<SkeletonText className="w-20" />}>
    <TestedVerdict {...props} />
  </Suspense>
)

async function TestedVerdict({ slug, project: { id, own_brand_id, latest } }: Props) {
  const { api } = await requireTeamMember(slug)
  const { data } = await api.aiVisibility.getMetrics({
    project_id: id,
    brand_id: [own_brand_id],
    scan_id: latest.scan_id,
    compare: "previous_period",
    group_by: ["brand"],
  })
  const [row] = data.rows
  return row?.change?.previous ? <Verdict row={row} /> : "first scan"
}
