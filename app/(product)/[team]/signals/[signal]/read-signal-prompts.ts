/** Reads how much each prompt contributed to the change of visibility that a signal reports. */
import "server-only"
import { isAboutVisibility, type Signal } from "@/components/signals/signal-labels"
import type { OperationCaller } from "@/server/caller"
import { orNull } from "@/server/visit"
import { readContributions } from "../../prompt-changes"

/** The maximum number of prompts with their own row. One more row adds up the others. */
const maxRows = 8

/** Returns null for signals that are not about a brand's visibility, and if the scan no longer exists. */
export async function readSignalPrompts(api: OperationCaller, signal: Pick<Signal, "type" | "subject" | "evidence">) {
  const { subject, evidence } = signal
  const scanId = evidence.scan_id
  if (!isAboutVisibility(signal) || !subject.project_id || !scanId) return null
  const { project_id: projectId, brand_id, engine_id: engine } = subject
  const selection = { project_id: projectId, scan_id: scanId, engine, brand_id }
  const contributions = await orNull(readContributions(api, selection, maxRows))
  return contributions && { projectId, scanId, engine, ...contributions }
}
