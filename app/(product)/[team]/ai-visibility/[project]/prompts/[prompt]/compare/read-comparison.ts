/** Reads the answers of two scans to a prompt, and the texts of the two answers that the page shows as an example. */
import "server-only"
import type { Answer } from "@/components/ai-visibility/answer-groups"
import { chooseExample } from "@/components/ai-visibility/compare-runs"
import { scansToCompare } from "@/components/ai-visibility/scan-choices"
import { allPages } from "@/server/all-pages"
import type { OperationCaller } from "@/server/caller"
import { finishedScans, withScansInUrl } from "../../../read-scans"
import { maxTrendRows, periodEndingWith } from "../../../trend-period"

export type CompareQuery = {
  /** The id of the earlier scan. */
  before?: string
  /** The id of the later scan. */
  after?: string
  /** The engine of the example. */
  engine?: string
  /** The id of the example's answer of the earlier scan. */
  before_run?: string
  /** The id of the example's answer of the later scan. */
  after_run?: string
  /** The order of the table of brands. */
  sort?: string
}
type Ids = { project_id: string; prompt_id: string; ownBrandId: string | undefined }

/** Returns null if no engine answered the prompt in two scans. */
export async function readComparison(
  api: OperationCaller,
  { project_id, prompt_id, ownBrandId }: Ids,
  query: CompareQuery,
) {
  const askedScans = await readAskedScans(api, { project_id, prompt_id }, query)
  const [earlierScan, laterScan] = scansToCompare(askedScans, query)
  if (!earlierScan || !laterScan) return null

  const readAnswers = (scan_id: string): Promise<Answer[]> =>
    allPages((cursor) =>
      api.aiVisibility.listAnswers({ project_id, prompt_id, scan_id, include: ["mentions"], limit: 200, cursor }),
    )
  const [earlierAnswers, laterAnswers] = await Promise.all([readAnswers(earlierScan.id), readAnswers(laterScan.id)])
  const example = chooseExample(earlierAnswers, laterAnswers, ownBrandId, {
    engine: query.engine,
    before: query.before_run,
    after: query.after_run,
  })
  if (!example) return null
  const [{ data: before }, { data: after }] = await Promise.all([
    api.aiVisibility.getAnswer({ answer_id: example.before.id }),
    api.aiVisibility.getAnswer({ answer_id: example.after.id }),
  ])
  return { askedScans, earlierScan, laterScan, earlierAnswers, laterAnswers, example: { ...example, before, after } }
}

/** Two years. */
const comparableWeeks = 104

/**
 * Returns the scans that asked the prompt, newest first. Metrics show which scans of the two years before the latest
 * scan asked it. The scans in the URL and the scan before `after` can be older, so their answers are looked up.
 */
async function readAskedScans(
  api: OperationCaller,
  { project_id, prompt_id }: Omit<Ids, "ownBrandId">,
  query: CompareQuery,
) {
  const filters = { project_id, ...finishedScans }
  const [latestScan] = (await api.scans.list({ ...filters, limit: 1 })).data
  if (!latestScan) return []
  const { before, after = latestScan.id } = query
  const period = periodEndingWith(latestScan, comparableWeeks)
  const [recentScans, { data: metrics }] = await Promise.all([
    allPages((cursor) => api.scans.list({ ...filters, created_after: period.from, cursor })),
    api.aiVisibility.getMetrics({
      project_id,
      prompt_id: [prompt_id],
      prompt_scope: "all",
      group_by: ["scan"],
      ...period,
      limit: maxTrendRows,
    }),
  ])
  const scans = await withScansInUrl(api, filters, { latest: recentScans, idsInUrl: [before, after] })
  const idsWithMetrics = new Set(metrics.rows.map(({ group }) => group.scan_id))
  const scansToCheck = scans.filter(
    ({ id }, i) => !idsWithMetrics.has(id) && (id === before || id === after || scans[i - 1]?.id === after),
  )
  const firstAnswers = await Promise.all(
    scansToCheck.map(({ id: scan_id }) => api.aiVisibility.listAnswers({ project_id, prompt_id, scan_id, limit: 1 })),
  )
  const idsWithAnswers = new Set(firstAnswers.flatMap(({ data }) => data.map(({ scan_id }) => scan_id)))
  return scans.filter(({ id }) => idsWithMetrics.has(id) || idsWithAnswers.has(id))
}
