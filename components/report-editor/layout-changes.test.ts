import { expect, it } from "vitest"
import {
  duplicateWidget,
  type EditedLayout,
  editedLayout,
  insertWidget,
  isSameLayout,
  layoutInput,
  moveSection,
  moveWidget,
  removeWidget,
  slotAt,
  withKnownIds,
} from "./layout-changes"

const widget = (key: string) => ({ key, id: key, kind: "text" as const, title: key, query: {}, options: { text: key } })
const layout: EditedLayout = [
  { key: "s1", id: "s1", title: "Overview", widgets: ["a", "b", "c"].map(widget) },
  { key: "s2", id: "s2", title: "Details", widgets: [widget("d")] },
]
const order = (changed: EditedLayout) =>
  changed.map(({ key, widgets }) => `${key}: ${widgets.map((w) => w.key).join("")}`)
function drop(key: string, overKey: string) {
  const slot = slotAt(layout, key, overKey)
  return order(slot ? moveWidget(layout, key, slot) : layout)
}

it("gives a widget the place of the one it is dropped on, in both directions", () => {
  expect(drop("a", "c")).toEqual(["s1: bca", "s2: d"])
  expect(drop("c", "a")).toEqual(["s1: cab", "s2: d"])
  expect(drop("a", "b")).toEqual(["s1: bac", "s2: d"])
})

it("moves a widget to another section, before the one it is dropped on or to the end", () => {
  expect(drop("b", "d")).toEqual(["s1: ac", "s2: bd"])
  expect(order(moveWidget(layout, "b", { sectionKey: "s2", index: 1 }))).toEqual(["s1: ac", "s2: db"])
})

it("moves a section to the place of another one", () => {
  expect(order(moveSection(layout, "s1", "s2"))).toEqual(["s2: d", "s1: abc"])
  expect(order(moveSection(layout, "s2", "s1"))).toEqual(["s2: d", "s1: abc"])
  expect(moveSection(layout, "s1", "gone")).toEqual(layout)
})

it("puts a removed widget back where it was", () => {
  const removed = removeWidget(layout, "b")
  expect(order(removed)).toEqual(["s1: ac", "s2: d"])
  expect(isSameLayout(insertWidget(removed, { sectionKey: "s1", index: 1 }, widget("b")), layout)).toBe(true)
})

it("inserts a copy without an id behind the widget", () => {
  const copied = duplicateWidget(layout, "a", "copy")
  expect(order(copied)[0]).toBe("s1: acopybc")
  expect(copied[0]?.widgets[1]).toEqual({ ...widget("a"), key: "copy", id: undefined })
})

it("sends ids of stored sections and widgets, and no keys of the page", () => {
  const stored = [
    { id: "sec_1", title: "Overview", position: 1, widgets: [{ ...widget("a"), id: "wid_1", position: 1 }] },
  ]
  const [section] = layoutInput(editedLayout({ sections: stored }))
  expect(section).toEqual({
    id: "sec_1",
    title: "Overview",
    widgets: [{ id: "wid_1", kind: "text", title: "a", query: {}, options: { text: "a" } }],
  })
})

it("saves sections and widgets as new if another user has deleted them", () => {
  const stored = { id: "s1", title: "Overview", position: 1, widgets: [{ ...widget("b"), id: "b", position: 1 }] }
  const ids = withKnownIds(layout, { sections: [stored] }).map(({ id, widgets }) => [id, ...widgets.map((w) => w.id)])
  expect(ids).toEqual([
    ["s1", undefined, "b", undefined],
    [undefined, undefined],
  ])
})
