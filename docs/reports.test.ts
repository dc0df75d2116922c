import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { goalStatuses, progressFields } from "@/domain/goals/goal"
import { maxCommentaryCharacters } from "@/domain/reports/commentary/commentary"
import { templateIds } from "@/domain/reports/editing/templates"
import { maxSections, maxWidgets } from "@/domain/reports/editing/widget-input"
import { reportStatuses } from "@/domain/reports/report"
import { maxShareLinks } from "@/domain/reports/sharing/share-link"
import { widgetKinds, widgetQueries } from "@/domain/reports/widget"
import { widgetData } from "@/domain/reports/widget-data"

const written = readFileSync("docs/reports.md", "utf8")

it("docs/reports.md has a row for every template, state, kind and status of a widget, and value of a goal", () => {
  const rows = [
    ...templateIds,
    ...reportStatuses,
    ...widgetKinds,
    ...widgetData.shape.status.options,
    ...Object.keys(progressFields),
  ]
  expect(rows.filter((name) => !written.includes(`\n| \`${name}\` |`))).toEqual([])
})

it("docs/reports.md names every field of a widget's query, except the filters of AI visibility", () => {
  const { ai_visibility: _documentedElsewhere, ...queries } = widgetQueries
  const missing = Object.entries(queries).flatMap(([kind, { shape }]) => {
    const row = written.split("\n").find((line) => line.startsWith(`| \`${kind}\` |`)) ?? ""
    return Object.keys(shape).filter((field) => !row.includes(`\`${field}\``))
  })
  expect(missing).toEqual([])
})

it("docs/reports.md has the limits and statuses of the code", () => {
  expect(written).toContain(`${maxSections} sections and ${maxWidgets} widgets`)
  expect(written).toContain(`${maxShareLinks} active links`)
  expect(written).toContain(`up to ${maxCommentaryCharacters.toLocaleString("en")} characters`)
  for (const status of goalStatuses.filter((name) => name !== "archived")) expect(written).toContain(`\`${status}\``)
})
