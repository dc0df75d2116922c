import { expect, it } from "vitest"
import type { SourceQuery } from "./source-filters"
import { sourceView as chosenView } from "./source-views"

const sourceView = (query: SourceQuery, hasGaps = true) => chosenView(query, hasGaps)

it("shows the gaps without a known view, and all sources if there are none", () => {
  for (const query of [{}, { view: "unknown" }]) {
    expect(sourceView(query)).toBe("gaps")
    expect(sourceView(query, false)).toBe("all")
  }
})

it("shows all sources of the latest scans when they are chosen, also if there are gaps", () => {
  expect(sourceView({ view: "all" })).toBe("all")
  expect(sourceView({ scans: "8" })).toBe("all")
})

it("shows the view in the URL", () => {
  expect(sourceView({ view: "gaps" }, false)).toBe("gaps")
  expect(sourceView({ view: "lost", entity: "url" })).toBe("lost")
})

it("shows all scans when a filter of that view is set", () => {
  expect(sourceView({ source_class: "other" })).toBe("history")
  expect(sourceView({ engine: "chatgpt" })).toBe("history")
  expect(sourceView({ q: "forum" })).toBe("history")
})

it("keeps the view of the latest scans when its table is filtered or sorted", () => {
  expect(sourceView({ view: "gaps", engine: "chatgpt", q: "forum", sort: "lead" })).toBe("gaps")
  expect(sourceView({ view: "all", source_class: "ugc", cursor: "x" })).toBe("all")
})

it("shows all scans as a period, and the latest scans when one of their periods is chosen", () => {
  expect(sourceView({ scans: "all", view: "gaps" })).toBe("history")
  expect(sourceView({ scans: "8", source_class: "other", sort: "key" })).toBe("all")
})
