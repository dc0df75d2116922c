/** Reads how your brand's visibility changed between the two latest scans of a project. */
import "server-only"
import type { Row } from "@/components/ai-visibility/format-metrics"
import type { Data } from "@/components/api/types"
import type { OperationCaller } from "@/server/caller"

type Project = Pick<Data<"aiVisibility", "listProjects">[number], "id" | "own_brand" | "latest">

/** Returns your brand's row of the latest scan. Undefined without a scan or without your brand. */
export async function readVisibilityChange(
  api: OperationCaller,
  { id: project_id, own_brand, latest }: Project,
): Promise<Row | undefined> {
  if (!own_brand || !latest) return undefined
  const { data } = await api.aiVisibility.getMetrics({
    project_id,
    brand_id: [own_brand.id],
    scan_id: latest.scan_id,
    compare: "previous_period",
    group_by: ["brand"],
  })
  return data.rows[0]
}
