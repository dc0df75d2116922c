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
type Input = { project: Project; filters: Filters; cursor: string | undefined; path: string }

/** `path`: the path of the first page. `counts` in the result: see `countAnswers`. */
export async function readAnswers(api: OperationCaller, { project, filters, cursor, path }: Input) {
  const project_id = project.id
  const [{ data: answers, meta }, brandedPrompts] = await Promise.all([
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
  return { answers, meta, counts, brandedPromptIds: new Set(brandedPrompts.map(({ id }) => id)) }
}

const promptsPerPage = 8
const minAnswersPerPage = 50
/** The maximum that the operation accepts. */
const maxAnswersPerPage = 200

/** Returns the number of answers on a page. A prompt has one answer for each engine, region and run. */
function pageSize({ engines, regions, runs_per_prompt }: Project) {
  const answersPerPrompt = Math.max(1, engines.length) * Math.max(1, regions.length) * runs_per_prompt
  return Math.min(maxAnswersPerPage, Math.max(minAnswersPerPage, promptsPerPage * answersPerPrompt))
}

type Meta = { total: number | null; total_is_exact: boolean }

/**
 * Counts the listed answers that mention your brand. Returns null if the project has no brand of yours, if the list is
 * filtered by brand, or if it is too long to be counted.
 */
async function countAnswers(
  api: OperationCaller,
  { id: project_id, own_brand }: Project,
  filters: Filters,
  meta: Meta,
) {
  if (!own_brand || filters.mentions_brand || filters.lacks_brand || !meta.total_is_exact) return null
  const metricCounts = await countAsMetrics(api, project_id, filters)
  if (metricCounts) return metricCounts
  const mentioning = await api.aiVisibility.listAnswers({
    ...filters,
    project_id,
    mentions_brand: own_brand.id,
    limit: 1,
  })
  if (!mentioning.meta.total_is_exact) return null
  return { counted: { mentioning: mentioning.meta.total ?? 0, answers: meta.total ?? 0 }, branded: null }
}

/**
 * Counts the answers of one scan, or of one engine in it, as the metric visibility does: `counted` leaves out prompts
 * that name your brand, and `branded` contains only these. Returns null for other filters, because metrics do not
 * support them, and for a scan without answers to count.
 */
async function countAsMetrics(api: OperationCaller, project_id: string, { scan_id, engine, ...others }: Filters) {
  if (!scan_id || Object.values(others).some((value) => value !== undefined)) return null
  const query = { project_id, scan_id, ...(engine && { engine: [engine] }) }
  async function countInScope(prompt_scope: "unbranded" | "branded"): Promise<(Count & { prompts: number }) | null> {
    const { rows } = (await api.aiVisibility.getMetrics({ ...query, prompt_scope })).data
    const ownRow = rows.find(({ brand }) => brand.kind === "own")
    if (!ownRow?.visibility.denominator) return null
    const { numerator, denominator } = ownRow.visibility
    return { mentioning: numerator, answers: denominator, prompts: ownRow.prompts_n }
  }
  const [counted, branded] = await Promise.all([countInScope("unbranded"), countInScope("branded")])
  return counted && { counted, branded }
}
