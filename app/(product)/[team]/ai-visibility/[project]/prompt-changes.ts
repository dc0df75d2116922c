/**
 * Reads how each prompt of a scan changed since the previous scan. All prompts are tested together, so the verdict on a
 * prompt is the same on every page and with every filter of a list.
 */
import "server-only"
import type { Row } from "@/components/ai-visibility/format-metrics"
import type { OperationCaller } from "@/server/caller"

/** A project has at most 2,000 active prompts. */
const maxPrompts = 2_000

export type ScanSelection = { project_id: string; scan_id: string; engine: string | undefined }

/** Returns your brand's row of each prompt by the id of the prompt. `engine` limits the answers to those of one engine. */
export async function readPromptChanges(api: OperationCaller, { project_id, scan_id, engine }: ScanSelection) {
  const { data } = await api.aiVisibility.getMetrics({
    project_id,
    scan_id,
    compare: "previous_period",
    group_by: ["prompt"],
    prompt_scope: "all",
    limit: maxPrompts,
    ...(engine && { engine: [engine] }),
  })
  return new Map(data.rows.map((row): [string, Row] => [row.group.prompt_id ?? "", row]))
}
