/** Reads the data of a prompt's page: its answers in one scan, the metrics of every brand, and the trend. */
import "server-only"
import { brandColors } from "@/components/ai-visibility/brand-colors"
import { brandsToDraw, trendOf } from "@/components/ai-visibility/trend"
import type { Scan } from "@/components/api/types"
import { allPages } from "@/server/all-pages"
import type { OperationCaller } from "@/server/caller"
import { readPromptChanges } from "../../../../../prompt-changes"
import { finishedScans, readScans } from "../../../read-scans"
import { maxTrendRows, readTrendPeriod, type TrendQuery } from "../../../trend-period"

/** `sort`: the order of the table of brands. `sources`: the order of the cited sources. */
export type PromptPageQuery = TrendQuery & { scan?: string; sort?: string; sources?: string }
type Ids = { project_id: string; prompt_id: string }

/** `metrics` in the result is null before the first finished scan. */
export async function readPromptPage(api: OperationCaller, ids: Ids, query: PromptPageQuery) {
  const { project_id, prompt_id } = ids
  const scans = await readScans(api, { project_id, ...finishedScans }, [query.scan])
  const selectedScan = scans.find(({ id }) => id === query.scan) ?? scans[0] ?? null
  const [topics, answers] = await Promise.all([
    allPages((cursor) => api.aiVisibility.listTopics({ project_id, limit: 200, cursor })),
    api.aiVisibility.listAnswers({
      project_id,
      prompt_id,
      scan_id: selectedScan?.id,
      limit: 200,
      include: ["mentions", "citations"],
    }),
  ])
  const lists = { scans, topics, answers, selectedScan }
  if (!selectedScan) return { ...lists, metrics: null }
  const metrics = await readMetrics(api, ids, { query, scans, selectedScan })
  const answerEngines = answers.data.map(({ engine }) => engine)
  return { ...lists, metrics: { ...metrics, enginesOnPage: [...metrics.enginesInMetrics, ...answerEngines] } }
}

type Selection = { query: PromptPageQuery; scans: Scan[]; selectedScan: Scan }

async function readMetrics(
  api: OperationCaller,
  { project_id, prompt_id }: Ids,
  { query, scans, selectedScan }: Selection,
) {
  const promptQuery = { project_id, prompt_id: [prompt_id], prompt_scope: "all" as const }
  const [brands, byEngine, projectBrands, changes] = await Promise.all([
    api.aiVisibility.getMetrics({ ...promptQuery, scan_id: selectedScan.id }),
    api.aiVisibility.getMetrics({ ...promptQuery, scan_id: selectedScan.id, group_by: ["engine", "brand"] }),
    allPages((cursor) => api.aiVisibility.listBrands({ project_id, limit: 200, cursor })),
    readPromptChanges(api, { project_id, scan_id: selectedScan.id, engine: undefined }),
  ])
  const trendPeriod = readTrendPeriod(query, scans[0] ?? selectedScan)
  const trendQuery = { ...promptQuery, ...trendPeriod.days }
  const [brandTrend, engineTrend] = await Promise.all([
    api.aiVisibility.getMetrics({
      ...trendQuery,
      group_by: [trendPeriod.isByWeek ? "week" : "scan", "brand"],
      limit: maxTrendRows,
    }),
    api.aiVisibility.getMetrics({ ...trendQuery, group_by: ["engine"] }),
  ])
  const trendBrands = brandsToDraw(brands.data.rows)
  const trendRows = brandTrend.data.rows.filter((row) => trendBrands.some(({ id }) => id === row.brand.id))
  return {
    brands: brands.data.rows,
    change: changes.get(prompt_id)?.change ?? null,
    byEngine: byEngine.data.rows,
    trendPeriod,
    trend: trendOf(trendRows, trendBrands, {
      warnings: brandTrend.meta.warnings,
      scans,
      colors: brandColors(projectBrands),
    }),
    enginesInMetrics: [...byEngine.data.rows, ...engineTrend.data.rows].flatMap(({ group }) => group.engine ?? []),
  }
}
