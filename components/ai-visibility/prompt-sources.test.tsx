/** Tests the list of sources that the answers to a prompt cite. */
import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { countCitedDomains, PromptSources } from "./prompt-sources"

const cite = (registrable_domain: string, kind = "cited", brand_id: string | null = null) => ({
  registrable_domain,
  kind,
  brand_id,
})
const sorting = { path: "/p", query: {}, sort: "", parameter: "sources" }
const answersWith = (...lists: object[][]) => lists.map((citations) => ({ citations })) as never

it("counts the answers that cite a domain, not its pages, and leaves out retrieved sources", () => {
  const answers = answersWith(
    [cite("shop.example"), cite("shop.example"), cite("read.example", "retrieved")],
    [cite("bergamo.example", "cited", "own"), cite("shop.example")],
    [],
  )
  expect(countCitedDomains(answers, "own")).toEqual([
    { domain: "shop.example", isOwn: false, cited_n: 2 },
    { domain: "bergamo.example", isOwn: true, cited_n: 1 },
  ])
})

it("links each domain to its page, and says how many are not shown", () => {
  const many = Array.from({ length: 22 }, (_, i) => cite(`site-${i}.example`))
  const html = renderToString(
    <PromptSources answers={answersWith(many)} ownBrandId={undefined} citationsPath="/c" sorting={sorting} />,
  )
  expect(html).toContain('href="/c/site-0.example"')
  expect(html.replace(/<[^>]*>/g, "")).toContain("2 less cited sources are not shown.")
})

it("sorts all domains before it leaves some out", () => {
  const sites = Array.from({ length: 22 }, (_, i) => cite(`site-${String(i).padStart(2, "0")}.example`))
  const html = renderToString(
    <PromptSources
      answers={answersWith(sites, [cite("site-00.example")])}
      ownBrandId={undefined}
      citationsPath="/c"
      sorting={{ ...sorting, sort: "-name" }}
    />,
  )
  const shown = html.match(/href="\/c\/[^"]+"/g) ?? []
  expect([shown.length, shown[0], shown.at(-1)]).toEqual([20, 'href="/c/site-21.example"', 'href="/c/site-02.example"'])
  expect(html.replace(/<[^>]*>/g, "")).toContain("2 more sources are not shown.")
})

it("says that no answer cites a source", () => {
  const html = renderToString(
    <PromptSources answers={answersWith([], [])} ownBrandId="own" citationsPath="/c" sorting={sorting} />,
  )
  expect(html).toContain("None of these answers cites a source.")
})
