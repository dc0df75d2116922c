/** Lists the requests to measure for a project: every filter on the first page, and some lists on a deep page. */
import type { Get } from "../rest-in-process"

type Page = {
  data: { id: string; key: string; kind?: string; engine?: string; scan_id?: string; prompt_id?: string }[]
  meta: { next_cursor: string | null }
}

type Examples = { answer: Page["data"][number] | undefined; brandId: string | undefined; topicId: string | undefined }

/** `get` fetches a path of the API. A deep page is the 11th. */
export async function listCases(projectId: string, get: Get) {
  const path = (list: string) => `/ai-visibility/projects/${projectId}/${list}`
  const readPage = async (list: string) => (await get(path(list))) as Page
  const [answer] = (await readPage("answers?limit=1")).data
  const [topic] = (await readPage("topics")).data
  const brandId = (await readPage("brands")).data[10]?.id
  const firstPages = listFirstPages({ answer, brandId, topicId: topic?.id }).map((list) => ({ name: list, list }))
  const deepPages = await Promise.all(
    ["answers?limit=200", "citations?entity=url&limit=200", `answers?limit=200&mentions_brand=${brandId}`].map(
      async (list) => ({ name: `${list}, 11th page`, list: await findDeepPage(list, readPage) }),
    ),
  )
  return [...firstPages, ...deepPages].map(({ name, list }) => ({
    name: name.replaceAll(/[a-z]{3}_\w{26}/g, "…"),
    path: path(list),
  }))
}

function listFirstPages({ answer, brandId, topicId }: Examples): string[] {
  const since = new Date(Date.now() - 7 * 86_400_000).toISOString()
  return [
    "prompts",
    "prompts?gap=true",
    `prompts?topic_id=${topicId}`,
    "brands",
    "topics",
    "engines",
    "scans",
    "scans?trigger=schedule",
    `scans?date=${since.slice(0, 10)}`,
    "answers",
    "answers?include=text,citations,mentions",
    `answers?prompt_id=${answer?.prompt_id}`,
    `answers?engine=${answer?.engine}`,
    `answers?scan_id=${answer?.scan_id}`,
    `answers?mentions_brand=${brandId}`,
    `answers?engine=${answer?.engine}&mentions_brand=${brandId}`,
    "answers?grounded=true",
    "answers?cites_domain=brand3.example",
    "answers?cites_domain=site400.example",
    "citations",
    "citations?entity=url",
    "citations?source_class=competitor",
    "citations?entity=url&source_class=other",
    `citations?brand_id=${brandId}&entity=url`,
    `citations?entity=url&first_seen_since=${since}`,
    "citations?kind=retrieved",
  ]
}

/** Reads ten pages, and returns the list with the cursor of the next one. */
async function findDeepPage(list: string, readPage: (list: string) => Promise<Page>): Promise<string> {
  let cursor: string | null = null
  for (let i = 0; i < 10; i++)
    cursor = (await readPage(`${list}${cursor ? `&cursor=${cursor}` : ""}`)).meta.next_cursor ?? cursor
  return `${list}&cursor=${cursor}`
}
