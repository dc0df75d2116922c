/** Reads the answers of two scans to a prompt, and the texts of the two answers that the page shows as an example. */
import "server-only"
import type { Answer } from "@/components/ai-visibility/answer-groups"
import { chooseExample } from "@/components/ai-visibility/compare-runs"
import { scansToCompare } from "@/components/ai-visibility/scan-choices"
import type { OperationCaller } from "@/server/caller"

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

  const answersOf = async (scan_id: string) => {
    const found: Answer[] = []
    let cursor: string | undefined
    do {
      const page = await api.aiVisibility.listAnswers({
        project_id,
        prompt_id,
        scan_id,
        include: ["mentions"],
        limit: 200,
        cursor,
      })
      found.push(...page.data)
      cursor = page.meta.next_cursor ?? undefined
    } while (cursor)
    return found
  }
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

/**
 * Returns the scans that asked the prompt, newest first: those of its latest 200 answers. Links from older signals
 * contain an earlier scan, so the scans in the URL, and the scan before `after`, are looked up separately.
 */
async function readAskedScans(api: OperationCaller, prompt: Omit<Ids, "ownBrandId">, { before, after }: CompareQuery) {
  const [{ data: scans }, { data: latestAnswers }] = await Promise.all([
    api.scans.list({
      project_id: prompt.project_id,
      status: ["completed", "partial"],
      is_selection: false,
      limit: 200,
    }),
    api.aiVisibility.listAnswers({ ...prompt, limit: 200 }),
  ])
  const asked = new Set(latestAnswers.map(({ scan_id }) => scan_id))
  const scansInUrl = scans.filter(({ id }, i) => id === before || id === after || (after && scans[i - 1]?.id === after))
  const unknown = scansInUrl.filter(({ id }) => !asked.has(id))
  const answers = await Promise.all(
    unknown.map(({ id: scan_id }) => api.aiVisibility.listAnswers({ ...prompt, scan_id, limit: 1 })),
  )
  for (const { scan_id } of answers.flatMap(({ data }) => data)) asked.add(scan_id)
  return scans.filter(({ id }) => asked.has(id))
}
