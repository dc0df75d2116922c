import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { SourceTable } from "./source-table"

const key = "https://forum.example/1"
const source = {
  key,
  entity: "url",
  registrable_domain: "forum.example",
  title: null,
  source_class: "ugc",
  citations_n: 6,
  answers_n: 6,
  share: { value: 0.5, numerator: 6, denominator: 12 },
  first_seen_at: "2026-03-02T10:00:00.000Z",
  last_seen_at: "2026-03-09T10:00:00.000Z",
}
const brand = (name: string, kind: string, mentioned_n: number) => ({ id: `brd_${name}`, name, kind, mentioned_n })

function tableOf(page: object | null) {
  const pages = new Map(page ? [[key, { url: key, answers_n: 6, ...page }]] : [])
  const html = renderToString(
    <SourceTable
      sources={[source] as never}
      path="/citations"
      brandNames={new Map()}
      sorting={{ path: "/citations/forum.example", query: { cursor: "x" }, sort: "-citations_n" }}
      details={{
        pages: pages as never,
        answersOf: (query) => `/answers?${new URLSearchParams(query)}`,
        promptsPath: "/prompts",
      }}
    />,
  )
  return { html, text: html.replaceAll(/<!-- -->|<[^>]*>/g, "") }
}

const encoded = encodeURIComponent(key)
const topPrompt = { id: "prm_1", text: "Which pans last?" }

it("names three brands of the answers that cite a page, and links to these answers and to their prompt", () => {
  const brands = [
    brand("Bose", "own", 2),
    brand("Sony", "competitor", 6),
    brand("Jabra", "competitor", 3),
    brand("JBL", "competitor", 1),
    brand("Beats", "competitor", 1),
  ]
  const { html, text } = tableOf({ brands, top_prompt: topPrompt, prompts_n: 3 })
  expect(text).toContain("Bose, Sony, Jabra +2 more: JBL, Beats")
  expect(html).toContain('title="Mentioned in 2 of 6 answers"')
  expect(html).toContain(`href="/answers?cites_url=${encoded}"`)
  expect(html).toContain(`href="/answers?cites_url=${encoded}&amp;brand=brd_Bose"`)
  expect(html).toContain(`aria-label="6 answers citing ${key}"`)
  expect(html).toContain(`aria-label="Bose: 2 of 6 answers citing ${key}"`)
  expect(html).toContain(`aria-label="+2 prompts: answers citing ${key}"`)
  expect(html).toContain('href="/prompts/prm_1"')
  expect(text).toContain("Which pans last?+2 prompts")
})

it("says that the answers mention no brand, and shows a page without counted answers", () => {
  const { text } = tableOf({ brands: [], top_prompt: topPrompt, prompts_n: 1 })
  expect(text).toContain("none")
  expect(text).not.toMatch(/\+\d/)
  expect(tableOf(null).text).toContain("–")
})

it("links to the orders that the list has, and starts again at the first page", () => {
  const { html } = tableOf(null)
  for (const sort of ["key", "-citations_n", "-answers_n", "-first_seen_at", "-last_seen_at"])
    expect(html).toContain(`href="/citations/forum.example?sort=${sort}"`)
  expect(html).toContain('aria-sort="descending"')
})
