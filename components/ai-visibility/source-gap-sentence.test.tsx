/** Tests the sentence about sources where competitors are mentioned and your brand is not. */
import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { SourceGapSentence } from "./source-gap-sentence"

const brands = [
  { id: "own", name: "Bergamo", kind: "own" },
  { id: "a", name: "Alpenrad", kind: "competitor" },
  { id: "v", name: "Veloria", kind: "competitor" },
]
const source = (
  domain: string,
  answers_n: number,
  mentioned_n: Record<string, number>,
  source_class = "editorial",
) => ({
  domain,
  source_class,
  answers_n,
  mentioned_n,
})

function shown(gaps: object[], others: object[]) {
  const sources = [...gaps, ...others]
  const matrix = { scans_n: 4, brands, sources, sources_total: sources.length, gaps_total: gaps.length }
  const html = renderToString(<SourceGapSentence matrix={matrix as never} path="/citations" />)
  return html.replace(/<[^>]*>/g, "")
}

it("names the number of gaps and the largest one with its leading competitor", () => {
  const gap = source("shop.example", 1_046, { a: 3, v: 38 })
  expect(shown([gap], [source("news.example", 9, { own: 9 })])).toBe(
    "shop.example is the only gap among 2 sources: of the 1,046 answers that cite it, 38 mention Veloria and none mentions you.",
  )
})

it("names the source with the largest lead of a competitor when there is no gap, leaving out the brands' own sites", () => {
  const all = [
    source("alpenrad.example", 50, { own: 1, a: 50 }, "competitor"),
    source("forum.example", 20, { own: 8, a: 12, v: 10 }),
    source("news.example", 30, { own: 29, a: 30 }),
  ]
  expect(shown([], all)).toBe(
    "No source gaps: if answers that cite a source mention competitors, at least one of them also mentions you. Brand websites are excluded. Your largest deficit is at forum.example: of the 20 answers that cite it, 12 mention Alpenrad and 8 mention you.",
  )
})

it("only says that there are no gaps when your brand leads everywhere", () => {
  expect(shown([], [source("news.example", 30, { own: 29, a: 3 })])).toBe(
    "No source gaps: if answers that cite a source mention competitors, at least one of them also mentions you. Brand websites are excluded.",
  )
})
