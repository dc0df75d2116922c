import { expect, it } from "vitest"
import type { EditedLayout } from "./layout-changes"
import { withChange, withoutLastChange } from "./use-layout"

const titled = (...titles: string[]): EditedLayout =>
  titles.map((title, n) => ({ key: `s${n}`, id: `s${n}`, title, widgets: [] }))
const start = { layout: titled("Overview", "Details"), past: [] }

it("undoes the letters typed into one title together", () => {
  const letters = withChange(withChange(start, titled("P", "Details"), "s0"), titled("Pa", "Details"), "s0")
  expect(withoutLastChange(letters)).toMatchObject(start)
})

it("does not undo the change before the letters, nor letters typed into another title", () => {
  const removed = withChange(start, titled("Overview"))
  expect(withoutLastChange(withChange(removed, titled("P"), "s0")).layout).toEqual(titled("Overview"))
  const renamed = withChange(start, titled("P", "Details"), "s0")
  expect(withoutLastChange(withChange(renamed, titled("P", "D"), "s1")).layout).toEqual(titled("P", "Details"))
})

it("does not merge with a change that was undone", () => {
  const undone = withoutLastChange(withChange(withChange(start, titled("P"), "s0"), titled("P", "Q"), "s1"))
  expect(withoutLastChange(withChange(undone, titled("Pa"), "s0")).layout).toEqual(titled("P"))
})
