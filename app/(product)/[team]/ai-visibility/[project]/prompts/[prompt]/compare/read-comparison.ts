/** Reads the answers of two scans to a prompt, and the texts of the two answers that the page shows as an example. */
import "server-only"
import type { Answer } from "@/components/ai-visibility/answer-groups"
import { chooseExample } from "@/components/ai-visibility/compare-runs"
import { scansToCompare } from "@/components/ai-visibility/scan-choices"
import { allPages } from "@/server/all-pages"
import type { OperationCaller } from "@/server/caller"
import { finishedScans, withScansInUrl } from "../../../read-scans"
import { periodEndingWith } from "../../../trend-period"

/**
 * `before` and `after` are ids of scans, `before_run` and `after_run` ids of answers. `sort` is the order of the brands.
 */
export type CompareQuery = {
  before?: string
  after?: string
  engine?: string
  before_run?: string
  after_run?: string
  sort?: string
}
type Ids = { project_id: string; prompt_id: string; ownBrandId: string | undefined }

/** Returns null if no engine answered the prompt in two scans. */
export async function readComparison(
  api: OperationCaller,
  { project_id, prompt_id, ownBrandId }: Ids,
  query: CompareQuery,
) {
  const asked = await readAskedScans(api, { project_id, prompt_id }, query)
  const [before, after] = scansToCompare(asked, query)
  if (!before || !after) return null

  const answersOf = (scan_id: string): Promise<Answer[]> =>
    allPages((cursor) =>
      api.aiVisibility.listAnswers({ project_id, prompt_id, scan_id, include: ["mentions"], limit: 200, cursor }),
    )
  const [earlier, later] = await Promise.all([answersOf(before.id), answersOf(after.id)])
  const example = chooseExample(earlier, later, ownBrandId, {
    engine: query.engine,
    before: query.before_run,
    after: query.after_run,
  })
  if (!example) return null
  const [left, right] = await Promise.all(
    [example.before, example.after].map(({ id }) => api.aiVisibility.getAnswer({ answer_id: id })),
  )
  if (!left || !right) return null
  return { asked, before, after, earlier, later, example: { ...example, before: left.data, after: right.data } }
}

/** Two years. */
const comparableWeeks = 104

/**
 * Returns the scans that asked the prompt, newest first: those of the two years until the latest scan, from their
 * metrics. A scan in the URL can be older, and so can the scan before `after`, so both are looked up.
 */
async function readAskedScans(
  api: OperationCaller,
  { project_id, prompt_id }: Omit<Ids, "ownBrandId">,
  query: CompareQuery,
) {
  const filters = { project_id, ...finishedScans }
  const { data: newest } = await api.scans.list({ ...filters, limit: 1 })
  if (!newest[0]) return []
  const { before, after = newest[0].id } = query
  const period = periodEndingWith(newest[0], comparableWeeks)
  const [recent, { data }] = await Promise.all([
    allPages((cursor) => api.scans.list({ ...filters, created_after: period.from, cursor })),
    api.aiVisibility.getMetrics({
      project_id,
      prompt_id: [prompt_id],
      prompt_scope: "all",
      group_by: ["scan"],
      ...period,
      limit: 10_000,
    }),
  ])
  const scans = await withScansInUrl(api, filters, { latest: recent, idsInUrl: [before, after] })
  const asked = new Set(data.rows.map(({ group }) => group.scan_id))
  const scansInUrl = scans.filter(({ id }, i) => id === before || id === after || scans[i - 1]?.id === after)
  const unknown = scansInUrl.filter(({ id }) => !asked.has(id))
  const answers = await Promise.all(
    unknown.map(({ id: scan_id }) => api.aiVisibility.listAnswers({ project_id, prompt_id, scan_id, limit: 1 })),
  )
  for (const { scan_id } of answers.flatMap(({ data }) => data)) asked.add(scan_id)
  return scans.filter(({ id }) => asked.has(id))
}
