import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { BrandChanges } from "./brand-changes"
import { BrandTable } from "./brand-table"
import { SourceChanges } from "./source-changes"

const sortingBy = (sort: string) => ({ path: "/list", query: {}, sort })

/** The texts of the first cells. */
const firstCells = (html: string) =>
  [...html.replaceAll("<!-- -->", "").matchAll(/<tr[^>]*><td.*?<\/td>/gs)].map(([row]) =>
    row.replaceAll(/<[^>]*>/g, ""),
  )

const changed = (key: string, source_class: string, answers_n: number[]) => ({
  key,
  registrable_domain: key,
  source_class,
  brand_id: null,
  answers_n,
})

function newSources(sort: string, total: number) {
  const sources = [
    changed("b.example", "ugc", [1, 1]),
    changed("a.example", "editorial", [0, 5]),
    changed("c.example", "other", [4, 0]),
  ]
  const changes = {
    scans: [],
    new: { can_tell: true, total, sources },
    lost: { can_tell: false, total: 0, sources: [] },
  }
  return renderToString(
    <SourceChanges
      kind="new"
      changes={changes as never}
      path="/citations"
      brandNames={new Map()}
      sorting={sortingBy(sort)}
    />,
  )
}

it("sorts new sources by name, type and number of answers", () => {
  expect(firstCells(newSources("", 3))).toEqual(["b.example", "a.example", "c.example"])
  expect(firstCells(newSources("key", 3))).toEqual(["a.example", "b.example", "c.example"])
  expect(firstCells(newSources("-answers", 3))).toEqual(["a.example", "c.example", "b.example"])
  expect(firstCells(newSources("source_class", 3))).toEqual(["a.example", "c.example", "b.example"])
})

it("does not sort a part of the new sources", () => {
  const html = newSources("key", 4)
  expect(firstCells(html)).toEqual(["b.example", "a.example", "c.example"])
  expect(html).not.toContain("sort=")
})

const counts = (before: number, after: number) => ({
  before: { mentioned: before, answers: 10 },
  after: { mentioned: after, answers: 10 },
})

it("sorts the brands of two scans by their change on an engine", () => {
  const brand = (name: string, chatgpt: [number, number], gemini: [number, number]) => ({
    id: name,
    name,
    isOwn: false,
    byEngine: [counts(...chatgpt), counts(...gemini)],
    all: counts(chatgpt[0], chatgpt[1]),
  })
  const brands = [brand("Bose", [1, 9], [5, 1]), brand("Akg", [8, 2], [1, 3]), brand("Sony", [4, 4], [4, 4])]
  const namesBy = (sort: string) =>
    firstCells(
      renderToString(<BrandChanges engines={["chatgpt", "gemini"]} brands={brands} sorting={sortingBy(sort)} />),
    )
  expect(namesBy("")).toEqual(["Bose", "Akg", "Sony"])
  expect(namesBy("name")).toEqual(["Akg", "Bose", "Sony"])
  expect(namesBy("chatgpt")).toEqual(["Akg", "Sony", "Bose"])
  expect(namesBy("-gemini")).toEqual(["Akg", "Sony", "Bose"])
  expect(namesBy("-all")).toEqual(["Bose", "Sony", "Akg"])
})

const metric = (value: number) => ({ value, ci: null, numerator: 9, denominator: 10, confidence: "high" })

/** The metrics of a brand on an engine, or in the whole project. */
const brandRow = (name: string, visibility: number, engine?: string) => ({
  brand: { id: name, name, kind: "competitor" },
  group: engine ? { engine } : {},
  change: null,
  visibility: metric(visibility),
  share_of_voice: metric(visibility),
  average_position: metric(1),
  citation_rate: metric(visibility),
  sentiment_score: metric(50),
})

it("sorts the brands of each engine, and keeps the order of the engines", () => {
  const rows = [
    brandRow("Bose", 0.2, "gemini"),
    brandRow("Akg", 0.4, "gemini"),
    brandRow("Akg", 0.1, "chatgpt"),
    brandRow("Bose", 0.5, "chatgpt"),
  ]
  const namesBy = (sort: string, shown = rows) =>
    firstCells(renderToString(<BrandTable rows={shown as never} sorting={sortingBy(sort)} />)).map(
      (name) => name.split(" · ")[0],
    )
  expect(namesBy(""), "as they are").toEqual(["Bose", "Akg", "Akg", "Bose"])
  expect(namesBy("name")).toEqual(["Akg", "Bose", "Akg", "Bose"])
  expect(namesBy("-visibility")).toEqual(["Akg", "Bose", "Bose", "Akg"])
  const ofOneBrand = [brandRow("Bose", 0.2, "gemini"), brandRow("Bose", 0.5, "chatgpt")]
  const engines = namesBy("", ofOneBrand)
  expect(namesBy("name", ofOneBrand), "a table of one brand names its engines").toEqual(engines.toReversed())
})
