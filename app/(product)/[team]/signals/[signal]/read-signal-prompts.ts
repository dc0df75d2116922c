/** Reads the prompts behind a signal: how much each contributed to the change between the two scans that it compares. */
import "server-only"
import type { Signal } from "@/components/signals/signal-labels"
import type { OperationCaller } from "@/server/caller"
import { orNull } from "@/server/visit"
import { readContributions } from "../../prompt-changes"

/** A row for each of the prompts with the largest contributions. The last row adds up the others. */
const maxRows = 8

/** Null for signals that are not about a brand's visibility, and if the scan was deleted when its time was over. */
export async function readSignalPrompts(
  api: OperationCaller,
  { type, subject, evidence: { scan_id: scanId } }: Pick<Signal, "type" | "subject" | "evidence">,
) {
  const isVisibilityChange = type === "ai_visibility_drop" || type === "ai_visibility_rise"
  if (!isVisibilityChange || !subject.project_id || !scanId) return null
  const { project_id: projectId, brand_id, engine_id: engine } = subject
  const selection = { project_id: projectId, scan_id: scanId, engine, brand_id }
  const contributions = await orNull(readContributions(api, selection, maxRows))
  return contributions && { projectId, scanId, engine, ...contributions }
}
