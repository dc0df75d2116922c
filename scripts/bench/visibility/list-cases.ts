/** The list requests to measure for a project: every filter, on the first page and on deep pages. */

type Page = {
  data: { id: string; key: string; kind?: string; engine?: string; scan_id?: string; prompt_id?: string }[]
  meta: { next_cursor: string | null }
}

/** `get` fetches a path of the API. A deep page is the 11th. */
export async function listCases(projectId: string, get: (path: string) => Promise<unknown>) {
  const path = (list: string) => `/ai-visibility/projects/${projectId}/${list}`
  const page = async (list: string) => (await get(path(list))) as Page
  const deep = async (list: string) => {
    let cursor: string | null = null
    for (let i = 0; i < 10; i++)
      cursor = (await page(`${list}${cursor ? `&cursor=${cursor}` : ""}`)).meta.next_cursor ?? cursor
    return `${list}&cursor=${cursor}`
  }
  const [answer] = (await page("answers?limit=1")).data
  const brand = (await page("brands")).data[10]?.id
  const [topic] = (await page("topics")).data
  const since = new Date(Date.now() - 7 * 86_400_000).toISOString()
  const lists = [
    "prompts",
    "prompts?gap=true",
    `prompts?topic_id=${topic?.id}`,
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
    `answers?mentions_brand=${brand}`,
    `answers?engine=${answer?.engine}&mentions_brand=${brand}`,
    "answers?grounded=true",
    "answers?cites_domain=brand3.example",
    "answers?cites_domain=site400.example",
    "citations",
    "citations?entity=url",
    "citations?source_class=competitor",
    "citations?entity=url&source_class=other",
    `citations?brand_id=${brand}&entity=url`,
    `citations?entity=url&first_seen_since=${since}`,
    "citations?kind=retrieved",
  ]
  const deepLists = await Promise.all(
    ["answers?limit=200", "citations?entity=url&limit=200", `answers?limit=200&mentions_brand=${brand}`].map(
      async (list) => ({ name: `${list}, 11th page`, path: path(await deep(list)) }),
    ),
  )
  return [...lists.map((list) => ({ name: list, path: path(list) })), ...deepLists].map(({ name, path }) => ({
    name: name.replaceAll(/[a-z]{3}_\w{26}/g, "…"),
    path,
  }))
}
