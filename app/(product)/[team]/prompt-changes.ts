/**
 * Reads how each prompt of a scan changed since the previous scan. All prompts are tested together, so the verdict on a
 * prompt is the same on every page and with every filter of a list.
 */
import "server-only"
import { isSignificant, type Row } from "@/components/ai-visibility/format-metrics"
import type { MovedPrompt } from "@/components/ai-visibility/moved-prompt-list"
import type { OperationCaller } from "@/server/caller"

/** A project has at most 2,000 active prompts. */
const maxPrompts = 2_000

export type ScanSelection = {
  project_id: string
  scan_id: string
  engine: string | undefined
  /** Without one, your brand. */
  brand_id?: string | undefined
}

/** Returns the brand's row of each prompt by the id of the prompt. `engine` limits the answers to those of one engine. */
export async function readPromptChanges(
  api: OperationCaller,
  { project_id, scan_id, engine, brand_id }: ScanSelection,
) {
  const { data } = await api.aiVisibility.getMetrics({
    project_id,
    scan_id,
    compare: "previous_period",
    group_by: ["prompt"],
    prompt_scope: "all",
    limit: maxPrompts,
    ...(engine && { engine: [engine] }),
    ...(brand_id && { brand_id: [brand_id] }),
  })
  return new Map(data.rows.map((row): [string, Row] => [row.group.prompt_id ?? "", row]))
}

/** Returns the `limit` prompts with the largest significant changes, and how many prompts changed in all. */
export async function readMovedPrompts(api: OperationCaller, selection: ScanSelection, limit: number) {
  const changes = await readPromptChanges(api, selection)
  const changed = [...changes].filter(([, { change }]) => isSignificant(change?.verdict))
  const largest = changed.sort(([, a], [, b]) => sizeOfChange(b) - sizeOfChange(a)).slice(0, limit)
  const prompts = await Promise.all(
    largest.map(async ([id, row]): Promise<MovedPrompt> => {
      const { data } = await api.aiVisibility.getPrompt({ prompt_id: id })
      return { id, text: data.text, row }
    }),
  )
  return { prompts, total: changed.length }
}

const sizeOfChange = ({ change }: Row) => Math.abs(change?.delta_compared ?? 0)
