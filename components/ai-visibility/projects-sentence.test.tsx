import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import type { Row } from "./format-metrics"
import type { History } from "./project-table"
import { ProjectsSentence } from "./projects-sentence"

type Verdict = NonNullable<Row["change"]>["verdict"]
const history = (verdict: Verdict, delta_abs: number): History => ({
  row: { change: { verdict, delta_abs, previous: {} } } as Row,
  series: [],
  longTerm: null,
})
const over90Days = (verdict: Verdict, delta_abs: number): History => ({
  ...history("no_clear_change", 0.02),
  longTerm: { row: history(verdict, delta_abs).row, since: "2026-10-09T05:00:00Z" },
})
const sentence = (histories: Record<string, History | null>) =>
  renderToString(
    <ProjectsSentence
      projects={Object.keys(histories).map((id) => ({ id, name: id }))}
      histories={new Map(Object.entries(histories))}
      projectsPath=""
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

it("names a project that changed clearly over the last 90 days, after those that changed since the previous scan", () => {
  expect(sentence({ Bikes: over90Days("up", 0.24), Pans: history("down", -0.12) })).toBe(
    "Pans lost 12 points of visibility since its previous scan. Bikes gained 24 points of visibility since 9 Oct 2026. ",
  )
  expect(sentence({ Bikes: over90Days("no_clear_change", 0.04) })).toMatch(/^No project changed clearly/)
})

it("says that no project changed clearly, and nothing without scans to compare", () => {
  expect(sentence({ Bikes: history("no_clear_change", 0.02) })).toBe(
    "No project changed clearly since its previous scan.",
  )
  expect(sentence({ Bikes: null })).toBe("")
})
