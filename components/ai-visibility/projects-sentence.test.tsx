import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import type { Row } from "./format-metrics"
import type { History } from "./project-table"
import { ProjectsSentence } from "./projects-sentence"

type Verdict = NonNullable<Row["change"]>["verdict"]
const history = (verdict: Verdict, delta_abs: number): History => ({
  row: { change: { verdict, delta_abs, previous: {} } } as Row,
  series: [],
})
const sentence = (histories: Record<string, History | null>) =>
  renderToString(
    <ProjectsSentence
      projects={Object.keys(histories).map((id) => ({ id, name: id }))}
      histories={new Map(Object.entries(histories))}
      base=""
    />,
  ).replaceAll(/<!-- -->|<[^>]*>/g, "")

it("names the projects that changed clearly, the largest change first", () => {
  const text = sentence({
    Bikes: history("no_clear_change", 0.02),
    Pans: history("down", -0.12),
    Trails: history("up", 0.3),
  })
  expect(text).toBe(
    "Trails gained 30 points of visibility since its previous scan. Pans lost 12 points of visibility since its previous scan. 1 other project did not change clearly.",
  )
})

it("says that no project changed clearly, and nothing without scans to compare", () => {
  expect(sentence({ Bikes: history("no_clear_change", 0.02) })).toBe(
    "No project changed clearly since its previous scan.",
  )
  expect(sentence({ Bikes: null })).toBe("")
})
