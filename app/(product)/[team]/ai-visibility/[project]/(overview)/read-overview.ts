/**
 * Reads the data of a project's overview: one scan's metrics, the trend, the metrics by engine and topic, the prompts
 * that changed, and the gaps.
 */
import "server-only"
import { brandColors } from "@/components/ai-visibility/brand-colors"
import type { Row } from "@/components/ai-visibility/format-metrics"
import { brandsToDraw, trendOf } from "@/components/ai-visibility/trend"
import { messagesOf } from "@/components/ai-visibility/trend-breaks"
import type { Data } from "@/components/api/types"
import { allPages } from "@/server/all-pages"
import type { OperationCaller } from "@/server/caller"
import { readMovedPrompts } from "../../../prompt-changes"
import { finishedScans, readScans } from "../read-scans"
import { readTrendPeriod, type TrendQuery } from "../trend-period"

type Scan = Data<"scans", "list">[number]
type Query = TrendQuery & { scan?: string; engine?: string }

export async function readOverview(api: OperationCaller, project: Data<"aiVisibility", "getProject">, query: Query) {
  const project_id = project.id
  const [openScan, found] = await Promise.all([
    api.scans.list({ project_id, status: ["queued", "running"], limit: 1 }),
    readScans(api, { project_id, ...finishedScans }, [query.scan]),
  ])
  const scans = found.toSorted((a, b) => (endOrderOf(a) < endOrderOf(b) ? 1 : -1))
  const chosen = scans.find(({ id }) => id === query.scan) ?? scans[0] ?? null
  const scanState = { openScan: openScan.data[0] ?? null, scans, chosen }
  if (!chosen) return { ...scanState, metrics: null, ...(await readWithoutMetrics(api, project_id)) }
  const metrics = await readMetrics(api, project, { query, scans, chosen })
  return { ...scanState, metrics, lastScan: null, promptsTotal: null }
}

/** Reads what the overview shows before the first scan with metrics. */
async function readWithoutMetrics(api: OperationCaller, project_id: string) {
  const [{ data: ended }, { meta }] = await Promise.all([
    api.scans.list({ project_id, status: ["failed", "canceled"], limit: 1 }),
    api.aiVisibility.listPrompts({ project_id, status: ["active"], limit: 1 }),
  ])
  return { lastScan: ended[0] ?? null, promptsTotal: meta.total }
}

const movedPromptsShown = 3

/** `scans`: ordered by their end, latest first. */
type Choice = { query: Query; scans: Scan[]; chosen: Scan }

async function readMetrics(
  api: OperationCaller,
  project: Data<"aiVisibility", "getProject">,
  { query, scans, chosen }: Choice,
) {
  const project_id = project.id
  const engine = project.engines.find((id) => id === query.engine)
  const all = { project_id, scan_id: chosen.id, compare: "previous_period" as const }
  const metricsQuery = { ...all, ...(engine && { engine: [engine] }) }
  const [brands, engines, topics, topicNames, projectBrands, moved, gaps] = await Promise.all([
    api.aiVisibility.getMetrics(metricsQuery),
    api.aiVisibility.getMetrics({ ...all, group_by: ["engine"] }),
    api.aiVisibility.getMetrics({ ...metricsQuery, group_by: ["topic"] }),
    allPages((cursor) => api.aiVisibility.listTopics({ project_id, limit: 200, cursor })),
    allPages((cursor) => api.aiVisibility.listBrands({ project_id, limit: 200, cursor })),
    readMovedPrompts(api, { project_id, scan_id: chosen.id, engine }, movedPromptsShown),
    api.aiVisibility.listPrompts({ project_id, gap: true, status: ["active"], engine, limit: 3 }),
  ])
  const trendPeriod = readTrendPeriod(query, scans[0] ?? chosen)
  const own = brands.data.rows.find(({ brand }) => brand.kind === "own")
  const [overTime, trend] = await Promise.all([
    api.aiVisibility.getMetrics({ project_id, ...trendPeriod.days, group_by: ["engine"] }),
    readTrend(api, brands.data.rows, {
      engine,
      trendPeriod,
      scans,
      project_id,
      colors: brandColors(projectBrands),
    }),
  ])
  const { comparison, warnings } = brands.meta
  const withChange = (row: Row): Row => (comparison ? row : { ...row, change: null })
  const names = new Map(topicNames.map(({ id, name }) => [id, name]))
  return {
    engine,
    trendPeriod,
    previous: comparison ? (scans[scans.indexOf(chosen) + 1] ?? null) : null,
    warnings: messagesOf(warnings),
    own: own && withChange(own),
    brands: brands.data.rows.map(withChange),
    /** The engines in the chosen scan and in the trend. */
    shownEngines: [...engines.data.rows, ...overTime.data.rows].map(({ group }) => group.engine ?? ""),
    engines: engines.data.rows.map((row) => ({ id: row.group.engine ?? "", row: withChange(row) })),
    topics: topics.data.rows.map((row) => {
      const id = row.group.topic_id ?? ""
      return { id, name: names.get(id) ?? null, row: withChange(row) }
    }),
    trend,
    moved,
    gaps: gaps.data,
    gapsTotal: gaps.meta.total ?? gaps.data.length,
  }
}

/** A text that orders scans by their end, then by ID. The comparison of two scans uses the same order. */
const endOrderOf = ({ finished_at, id }: Scan) => `${finished_at} ${id}`

type TrendChoice = {
  engine: string | undefined
  trendPeriod: ReturnType<typeof readTrendPeriod>
  scans: Scan[]
  project_id: string
  colors: Map<string, string>
}

/** Reads the trend. Its period does not depend on the chosen scan. */
async function readTrend(api: OperationCaller, rows: Row[], choice: TrendChoice) {
  const { engine, trendPeriod, scans, project_id, colors } = choice
  const brands = brandsToDraw(rows)
  if (brands.length === 0) return trendOf([], [])
  const { data, meta } = await api.aiVisibility.getMetrics({
    project_id,
    ...trendPeriod.days,
    group_by: [trendPeriod.isByWeek ? "week" : "scan", "brand"],
    brand_id: brands.map(({ id }) => id),
    limit: 10_000,
    ...(engine && { engine: [engine] }),
  })
  return trendOf(data.rows, brands, { warnings: meta.warnings, scans, colors })
}
