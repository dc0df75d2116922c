/** Reads a page of answers, and counts the answers that mention your brand. */
import "server-only"
import type { z } from "zod"
import type { Count } from "@/components/ai-visibility/answers-sentence"
import { readWholePrompts } from "@/components/ai-visibility/whole-prompts"
import type { Data } from "@/components/api/types"
import type { listAnswers } from "@/domain/answers/list-answers"
import { allPages } from "@/server/all-pages"
import type { OperationCaller } from "@/server/caller"
import { orFirstPage } from "@/server/visit"

type Project = Data<"aiVisibility", "getProject">
type Filters = Omit<z.input<typeof listAnswers.input>, "project_id">
type Selection = { project: Project; filters: Filters; cursor: string | undefined; path: string }

/** `path`: the address of the first page. */
export async function readAnswers(api: OperationCaller, { project, filters, cursor, path }: Selection) {
  const project_id = project.id
  const [{ data: answers, meta }, branded] = await Promise.all([
    orFirstPage(
      readWholePrompts(api.aiVisibility.listAnswers, {
        ...filters,
        project_id,
        sort: "visibility" as const,
        include: ["mentions" as const, "citations" as const, "prompt" as const],
        limit: pageSize(project),
        cursor,
      }),
      path,
    ),
    allPages((cursor) => api.aiVisibility.listPrompts({ project_id, is_branded: true, limit: 200, cursor })),
  ])
  const counts = answers.length > 0 ? await countAnswers(api, project, filters, meta) : null
  return { answers, meta, counts, brandedPromptIds: new Set(branded.map(({ id }) => id)) }
}

/** About the answers of eight prompts. A prompt has one answer for each engine, region and run. */
function pageSize({ engines, regions, runs_per_prompt }: Project) {
  const answersPerPrompt = Math.max(1, engines.length) * Math.max(1, regions.length) * runs_per_prompt
  return Math.min(200, Math.max(50, 8 * answersPerPrompt))
}

type Meta = { total: number | null; total_is_exact: boolean }

/** Null if the project has no brand of yours, if the list is filtered by brand, or if it is too long to be counted. */
async function countAnswers(
  api: OperationCaller,
  { id: project_id, own_brand }: Project,
  filters: Filters,
  meta: Meta,
) {
  if (!own_brand || filters.mentions_brand || filters.lacks_brand || !meta.total_is_exact) return null
  const asMetrics = await countAsMetrics(api, project_id, filters)
  if (asMetrics) return asMetrics
  const found = await api.aiVisibility.listAnswers({ ...filters, project_id, mentions_brand: own_brand.id, limit: 1 })
  if (!found.meta.total_is_exact) return null
  return { counted: { mentioning: found.meta.total ?? 0, answers: meta.total ?? 0 }, branded: null }
}

/**
 * Counts all answers of a scan, or those of one engine, as visibility does: without the prompts that name your brand.
 */
async function countAsMetrics(api: OperationCaller, project_id: string, { scan_id, engine, ...others }: Filters) {
  if (!scan_id || Object.values(others).some((value) => value !== undefined)) return null
  const selection = { project_id, scan_id, ...(engine && { engine: [engine] }) }
  const [counted, branded] = await Promise.all(
    (["unbranded", "branded"] as const).map(async (prompt_scope): Promise<(Count & { prompts: number }) | null> => {
      const { rows } = (await api.aiVisibility.getMetrics({ ...selection, prompt_scope })).data
      const own = rows.find(({ brand }) => brand.kind === "own")
      if (!own?.visibility.denominator) return null
      const { numerator, denominator } = own.visibility
      return { mentioning: numerator, answers: denominator, prompts: own.prompts_n }
    }),
  )
  return counted ? { counted, branded: branded ?? null } : null
}
