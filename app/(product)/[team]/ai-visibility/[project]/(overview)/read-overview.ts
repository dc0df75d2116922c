/**
 * Reads the data of a project's overview: one scan's metrics, the trend, the metrics by engine and topic, the prompts
 * that changed, and the gaps.
 */
import "server-only"
import { brandColors } from "@/components/ai-visibility/brand-colors"
import type { Row } from "@/components/ai-visibility/format-metrics"
import { brandsToDraw, trendOf } from "@/components/ai-visibility/trend"
import { messagesOf } from "@/components/ai-visibility/trend-breaks"
import type { Data, Scan } from "@/components/api/types"
import { allPages } from "@/server/all-pages"
import type { OperationCaller } from "@/server/caller"
import { readMovedPrompts } from "../../../prompt-changes"
import { finishedScans, readScans } from "../read-scans"
import { maxTrendRows, readTrendPeriod, type TrendQuery } from "../trend-period"

type Query = TrendQuery & { scan?: string; engine?: string }

export async function readOverview(api: OperationCaller, project: Data<"aiVisibility", "getProject">, query: Query) {
  const project_id = project.id
  const [openScans, scansByCreation] = await Promise.all([
    api.scans.list({ project_id, status: ["queued", "running"], limit: 1 }),
    readScans(api, { project_id, ...finishedScans }, [query.scan]),
  ])
  const scans = scansByCreation.toSorted((a, b) => (endOrderOf(a) < endOrderOf(b) ? 1 : -1))
  const selectedScan = scans.find(({ id }) => id === query.scan) ?? scans[0] ?? null
  const scanState = { openScan: openScans.data[0] ?? null, scans, selectedScan }
  if (!selectedScan) return { ...scanState, metrics: null, ...(await readWithoutMetrics(api, project_id)) }
  const metrics = await readMetrics(api, project, { query, scans, selectedScan })
  return { ...scanState, metrics, lastScan: null, promptsTotal: null }
}

/** Reads what the overview shows before the first scan with metrics. */
async function readWithoutMetrics(api: OperationCaller, project_id: string) {
  const [{ data: unsuccessfulScans }, { meta }] = await Promise.all([
    api.scans.list({ project_id, status: ["failed", "canceled"], limit: 1 }),
    api.aiVisibility.listPrompts({ project_id, status: ["active"], limit: 1 }),
  ])
  return { lastScan: unsuccessfulScans[0] ?? null, promptsTotal: meta.total }
}

const maxMovedPrompts = 3
const maxGaps = 3

/** `scans`: ordered by their end, latest first. */
type Selection = { query: Query; scans: Scan[]; selectedScan: Scan }

async function readMetrics(
  api: OperationCaller,
  project: Data<"aiVisibility", "getProject">,
  { query, scans, selectedScan }: Selection,
) {
  const project_id = project.id
  const engine = project.engines.find((id) => id === query.engine)
  const scanQuery = { project_id, scan_id: selectedScan.id, compare: "previous_period" as const }
  const engineQuery = { ...scanQuery, ...(engine && { engine: [engine] }) }
  const [brands, engines, topics, projectTopics, projectBrands, moved, gaps] = await Promise.all([
    api.aiVisibility.getMetrics(engineQuery),
    api.aiVisibility.getMetrics({ ...scanQuery, group_by: ["engine"] }),
    api.aiVisibility.getMetrics({ ...engineQuery, group_by: ["topic"] }),
    allPages((cursor) => api.aiVisibility.listTopics({ project_id, limit: 200, cursor })),
    allPages((cursor) => api.aiVisibility.listBrands({ project_id, limit: 200, cursor })),
    readMovedPrompts(api, { project_id, scan_id: selectedScan.id, engine }, maxMovedPrompts),
    api.aiVisibility.listPrompts({ project_id, gap: true, status: ["active"], engine, limit: maxGaps }),
  ])
  const trendPeriod = readTrendPeriod(query, scans[0] ?? selectedScan)
  const ownRow = brands.data.rows.find(({ brand }) => brand.kind === "own")
  const [engineTrend, trend] = await Promise.all([
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
  // Without an earlier scan, the change of a row has no values. Components recognize a first scan by `change: null`.
  const markFirstScan = (row: Row): Row => (comparison ? row : { ...row, change: null })
  const topicNames = new Map(projectTopics.map(({ id, name }) => [id, name]))
  return {
    engine,
    trendPeriod,
    previous: comparison ? (scans[scans.indexOf(selectedScan) + 1] ?? null) : null,
    warnings: messagesOf(warnings),
    ownRow: ownRow && markFirstScan(ownRow),
    brands: brands.data.rows.map(markFirstScan),
    /** The engines of the selected scan and of the trend. */
    enginesOnPage: [...engines.data.rows, ...engineTrend.data.rows].flatMap(({ group }) => group.engine ?? []),
    engines: engines.data.rows.map((row) => ({ id: row.group.engine ?? "", row: markFirstScan(row) })),
    topics: topics.data.rows.map((row) => {
      const id = row.group.topic_id ?? ""
      return { id, name: topicNames.get(id) ?? null, row: markFirstScan(row) }
    }),
    trend,
    moved,
    gaps: gaps.data,
    gapsTotal: gaps.meta.total ?? gaps.data.length,
  }
}

/** Returns a text that orders scans by their end, then by ID. The API finds the previous scan in the same order. */
const endOrderOf = ({ finished_at, id }: Scan) => `${finished_at} ${id}`

type TrendInput = {
  engine: string | undefined
  trendPeriod: ReturnType<typeof readTrendPeriod>
  scans: Scan[]
  project_id: string
  colors: Map<string, string>
}

/** Reads the trend of the most visible brands of `rows`. Its period does not depend on the selected scan. */
async function readTrend(api: OperationCaller, rows: Row[], input: TrendInput) {
  const { engine, trendPeriod, scans, project_id, colors } = input
  const brands = brandsToDraw(rows)
  if (brands.length === 0) return trendOf([], [])
  const { data, meta } = await api.aiVisibility.getMetrics({
    project_id,
    ...trendPeriod.days,
    group_by: [trendPeriod.isByWeek ? "week" : "scan", "brand"],
    brand_id: brands.map(({ id }) => id),
    limit: maxTrendRows,
    ...(engine && { engine: [engine] }),
  })
  return trendOf(data.rows, brands, { warnings: meta.warnings, scans, colors })
}
