import { expect, it } from "vitest"
import type { HomeItem } from "./attention"
import { markNew, newItemsText } from "./since-visit"

const item = (key: string, at: string, more: Partial<HomeItem> = {}): HomeItem => ({
  key,
  at,
  lamp: "danger",
  title: "Ads failed.",
  detail: "",
  href: "/team",
  action: "Open",
  ...more,
})
const items = [
  item("before", "2026-11-20T09:59:59.999Z"),
  item("after", "2026-11-20T10:00:00.001Z"),
  item("listed after", "2026-11-18T10:00:00.000Z", { listedAt: "2026-11-20T11:00:00.000Z" }),
]
const newKeys = (visitedAt: string | null) =>
  markNew(items, visitedAt).flatMap(({ key, isNew }) => (isNew ? [key] : []))

it("marks what appeared after the previous visit", () => {
  expect(newKeys("2026-11-20T10:00:00.000Z")).toEqual(["after", "listed after"])
  expect(newKeys("2026-11-21T10:00:00.000Z")).toEqual([])
})

it("marks nothing on the first visit", () => {
  expect(newKeys(null)).toEqual([])
})

it("counts the new items", () => {
  const textAfter = (visitedAt: string) => newItemsText(markNew(items, visitedAt))
  expect(textAfter("2026-11-20T10:00:00.000Z")).toBe("2 items below are new.")
  expect(textAfter("2026-11-20T10:30:00.000Z")).toBe("1 item below is new.")
  expect(textAfter("2026-11-21T10:00:00.000Z")).toBe("")
})
