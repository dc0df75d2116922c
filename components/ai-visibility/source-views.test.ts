import { expect, it } from "vitest"
import { sourceView } from "./source-views"

it("shows all sources of the latest scans without a known view", () => {
  expect(sourceView({})).toBe("all")
  expect(sourceView({ view: "unknown" })).toBe("all")
  expect(sourceView({ scans: "8" })).toBe("all")
})

it("shows the view in the URL", () => {
  expect(sourceView({ view: "gaps" })).toBe("gaps")
  expect(sourceView({ view: "lost", entity: "url" })).toBe("lost")
})

it("shows all scans when a filter of that view is set", () => {
  expect(sourceView({ source_class: "other" })).toBe("history")
  expect(sourceView({ engine: "chatgpt" })).toBe("history")
})

it("shows all scans as a period, and the latest scans when one of their periods is chosen", () => {
  expect(sourceView({ scans: "all", view: "gaps" })).toBe("history")
  expect(sourceView({ scans: "8", source_class: "other", sort: "key" })).toBe("all")
})
