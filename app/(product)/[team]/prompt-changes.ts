/**
 * Reads how each prompt of a scan changed since the previous scan. All prompts are tested together, so the verdict on a
 * prompt is the same on every page and with every filter of a list.
 */
import "server-only"
import type { NamedContribution } from "@/components/ai-visibility/contribution-list"
import { contributionsOf } from "@/components/ai-visibility/contributions"
import { isSignificant, type Row } from "@/components/ai-visibility/format-metrics"
import type { MovedPrompt } from "@/components/ai-visibility/moved-prompt-list"
import type { OperationCaller } from "@/server/caller"

/** The maximum number of active prompts of a project. */
const maxPrompts = 2_000

export type ScanSelection = {
  project_id: string
  scan_id: string
  engine: string | undefined
  /** Default: your brand. */
  brand_id?: string | undefined
}

/** Returns the brand's row of each prompt by the id of the prompt. With `engine`, only answers of that engine count. */
export async function readPromptChanges(api: OperationCaller, selection: ScanSelection) {
  const rows = await readPromptRows(api, selection, "all")
  return new Map(rows.map((row): [string, Row] => [row.group.prompt_id ?? "", row]))
}

/**
 * `prompt_scope`: `all` includes prompts that name your brand. The project's visibility leaves them out (`unbranded`).
 */
async function readPromptRows(
  api: OperationCaller,
  { project_id, scan_id, engine, brand_id }: ScanSelection,
  prompt_scope: "all" | "unbranded",
) {
  const { data } = await api.aiVisibility.getMetrics({
    project_id,
    scan_id,
    compare: "previous_period",
    group_by: ["prompt"],
    prompt_scope,
    limit: maxPrompts,
    ...(engine && { engine: [engine] }),
    ...(brand_id && { brand_id: [brand_id] }),
  })
  return data.rows
}

/**
 * Returns how much each prompt contributed to the change of the brand's visibility since the previous scan (`all`).
 * `shown` contains the `limit` largest contributions with the texts of their prompts. `others` contains the remaining
 * ones.
 */
export async function readContributions(api: OperationCaller, selection: ScanSelection, limit: number) {
  const all = contributionsOf(await readPromptRows(api, selection, "unbranded"))
  const changed = all.filter(({ change }) => change !== 0)
  const largest = new Set(changed.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, limit))
  const listed = all.filter((contribution) => largest.has(contribution))
  const shown = await Promise.all(
    listed.map(async (contribution): Promise<NamedContribution> => {
      return { ...contribution, text: await readPromptText(api, contribution.promptId) }
    }),
  )
  return { all, shown, others: all.filter((contribution) => !largest.has(contribution)) }
}

const readPromptText = async (api: OperationCaller, prompt_id: string) =>
  (await api.aiVisibility.getPrompt({ prompt_id })).data.text

/**
 * Returns the `limit` prompts with the largest significant changes, and the number of prompts that changed. `canTell`
 * is false if every prompt has too few answers for a test, which is common for the answers of a single engine.
 */
export async function readMovedPrompts(api: OperationCaller, selection: ScanSelection, limit: number) {
  const changes = await readPromptChanges(api, selection)
  const changed = [...changes].filter(([, { change }]) => isSignificant(change?.verdict))
  const largest = changed.sort(([, a], [, b]) => sizeOfChange(b) - sizeOfChange(a)).slice(0, limit)
  const prompts = await Promise.all(
    largest.map(async ([id, row]): Promise<MovedPrompt> => ({ id, text: await readPromptText(api, id), row })),
  )
  const verdicts = [...changes.values()].flatMap(({ change }) => change?.verdict ?? [])
  const canTell = verdicts.length === 0 || verdicts.some((verdict) => verdict !== "insufficient")
  return { prompts, total: changed.length, canTell }
}

const sizeOfChange = ({ change }: Row) => Math.abs(change?.delta_compared ?? 0)
