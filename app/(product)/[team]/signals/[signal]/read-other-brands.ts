/** Reads how the other brands changed in the scan in which a brand's visibility rose or fell. */
import "server-only"
import type { Row } from "@/components/ai-visibility/format-metrics"
import { isAboutVisibility, type Signal } from "@/components/signals/signal-labels"
import type { OperationCaller } from "@/server/caller"
import { orNull } from "@/server/visit"

/** Returns null for signals that are not about a brand's visibility, and if the scan no longer exists. */
export async function readOtherBrands(
  api: OperationCaller,
  signal: Pick<Signal, "type" | "subject" | "evidence">,
): Promise<Row[] | null> {
  const { subject, evidence } = signal
  const { project_id, brand_id, engine_id } = subject
  if (!isAboutVisibility(signal) || !project_id || !evidence.scan_id) return null
  const metrics = await orNull(
    api.aiVisibility.getMetrics({
      project_id,
      scan_id: evidence.scan_id,
      compare: "previous_period",
      ...(engine_id && { engine: [engine_id] }),
    }),
  )
  // A signal without a brand is about your brand.
  const isSubject = (brand: Row["brand"]) => (brand_id ? brand.id === brand_id : brand.kind === "own")
  return metrics?.data.rows.filter(({ brand }) => !isSubject(brand)) ?? null
}
