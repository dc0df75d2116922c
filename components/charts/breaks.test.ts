import { expect, it } from "vitest"
import { asBreak, breaksAt, isIn, ruleAt, segmentsOf } from "./breaks"

const points = [10, 20, 30, 40]
const one = { at: 30, number: 1, reasons: ["Tracking changed"] }

it("ends the line before a break and starts a new one at it", () => {
  const segments = segmentsOf(points, [one])
  expect(segments.map((segment) => points.filter((at) => isIn(segment, at)))).toEqual([
    [10, 20],
    [30, 40],
  ])
})

it("has one line without breaks, and no empty lines beside breaks outside the points", () => {
  expect(segmentsOf(points, [])).toHaveLength(1)
  expect(
    segmentsOf(points, [
      { ...one, at: 5 },
      { ...one, at: 99 },
    ]),
  ).toHaveLength(1)
})

it("continues the line at a note, and draws its rule on its day", () => {
  expect(segmentsOf(points, [{ ...one, isNote: true }])).toHaveLength(1)
  expect(ruleAt({ ...one, isNote: true }, points)).toBe(30)
  const day = { date: "2026-11-09", text: "Catalogue launched" }
  const launch = asBreak({ ...day, kind: "launch" })
  expect(breaksAt([launch])).toMatchObject([{ number: 1, reasons: ["Catalogue launched"], isNote: true }])
  expect(breaksAt([launch, asBreak({ ...day, kind: "tracking_change" })])[0]).not.toHaveProperty("isNote")
})

it("draws the rule between the two lines", () => {
  expect(ruleAt(one, points)).toBe(25)
  expect(ruleAt({ ...one, at: 5 }, points)).toBe(5)
})

it("draws the rule at the last point if the break or note is in the days after it", () => {
  expect(ruleAt({ ...one, at: 45 }, points)).toBe(40)
  expect(ruleAt({ ...one, at: 45, isNote: true }, points)).toBe(40)
})

it("joins the reasons of a day and numbers the breaks by date", () => {
  const breaks = breaksAt([
    { date: "2026-11-09", reason: "New consent banner" },
    { date: "2026-11-02", reason: "Tracking changed" },
    { date: "2026-11-09", reason: "Tag removed" },
    { date: "2026-11-09", reason: "Tag removed" },
  ])
  expect(breaks).toEqual([
    { at: Date.parse("2026-11-02"), number: 1, reasons: ["Tracking changed"] },
    { at: Date.parse("2026-11-09"), number: 2, reasons: ["New consent banner", "Tag removed"] },
  ])
})

it("refers to the list above only if it contains all reasons of the day", () => {
  const day = { date: "2026-11-09", kind: "note" }
  const listed = asBreak({ ...day, text: "Tag removed", isListedAbove: true })
  expect(breaksAt([listed])).toMatchObject([{ isListedAbove: true }])
  expect(breaksAt([listed, asBreak({ ...day, text: "New banner" })])[0]).not.toHaveProperty("isListedAbove")
})
