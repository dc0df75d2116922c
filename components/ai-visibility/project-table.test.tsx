import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { exampleProject } from "@/domain/ai-projects/project"
import type { Row } from "./format-metrics"
import { ProjectTable } from "./project-table"

type Change = NonNullable<Row["change"]>
const historyWith = (change: Partial<Change>) => ({
  row: { brand: { kind: "own" }, visibility: { value: 0.65, ci: null }, change } as Row,
  series: [0.2, 0.65],
  longTerm: null,
})
const previous = { visibility: { value: 0.2 } } as Change["previous"]

/** The cells of the row of a project named "Bikes", by the name of their column. */
function cellsWith(props: Partial<Parameters<typeof ProjectTable>[0]>, project: Partial<typeof exampleProject> = {}) {
  const html = renderToString(
    <ProjectTable
      projects={[{ ...exampleProject, name: "Bikes", ...project }]}
      projectsPath="/team/ai-visibility"
      histories={new Map()}
      {...props}
    />,
  )
  const texts = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}[ >].*?</${tag}>`, "gs"))].map(([cell]) => cell.replaceAll(/<[^>]*>/g, ""))
  return Object.fromEntries(texts("th").map((name, i) => [name, texts("td")[i]]))
}

it("shows the change of your brand, with its size if it is significant", () => {
  const changeCell = (change: Partial<Change>) =>
    cellsWith({ histories: new Map([[exampleProject.id, historyWith(change)]]) })["Change"]
  expect(changeCell({ verdict: "up", delta_abs: 0.45, previous })).toBe("▲up 45 points")
  expect(changeCell({ verdict: "down", delta_abs: -0.01, previous })).toBe("▼down 1 point")
  expect(changeCell({ verdict: "down", delta_abs: 0.22, delta_compared: -0.28, previous })).toBe("▼down 28 points")
  expect(changeCell({ verdict: "no_clear_change", delta_abs: 0.02, previous })).toBe("no clear change")
  expect(changeCell({ verdict: "not_comparable", delta_abs: 0.02, previous })).toBe("not comparable")
})

it("shows a clear change over the last 90 days with its start", () => {
  const changeCell = (verdict: Change["verdict"]) => {
    const history = historyWith({ verdict: "no_clear_change", delta_abs: 0.02, previous })
    const change = { verdict, delta_abs: 0.24 } as Change
    const longTerm = { row: { brand: history.row.brand, change }, since: "2026-10-09T05:00:00Z" }
    return cellsWith({ histories: new Map([[exampleProject.id, { ...history, longTerm }]]) })["Change"]
  }
  expect(changeCell("up")).toBe("no clear change▲up 24 points since 9 Oct 2026")
  expect(changeCell("no_clear_change")).toBe("no clear change")
})

it("names the first scan, and shows a dash if the previous scan has no answers to compare", () => {
  const first = { ...historyWith({}), row: { ...historyWith({}).row, change: null } }
  expect(cellsWith({ histories: new Map([[exampleProject.id, first]]) })["Change"]).toBe("first scan")
  const withoutAnswers = historyWith({ verdict: "not_comparable", delta_abs: null, previous: null })
  expect(cellsWith({ histories: new Map([[exampleProject.id, withoutAnswers]]) })["Change"]).toBe("–")
  expect(cellsWith({ histories: new Map([[exampleProject.id, null]]) })["Change"]).toBe("–")
})

it("names your brand only if it differs from the client or between the projects of a client", () => {
  const { client_id } = exampleProject
  const withClient = (name: string) => cellsWith({ clientNames: new Map([[client_id, name]]) })
  expect(withClient("Bergamo Bikes")).not.toHaveProperty("Your brand")
  expect(withClient("Bergamo Holding")).toMatchObject({ Client: "Bergamo Holding", "Your brand": "Bergamo Bikes" })
  expect(cellsWith({})).not.toHaveProperty("Your brand")
})

it("shows dashes before the first scan", () => {
  const cells = cellsWith({}, { latest: null })
  expect(cells).toMatchObject({ Visibility: "–", Change: "–", "Share of voice": "–", "Last scan": "no results yet" })
})
