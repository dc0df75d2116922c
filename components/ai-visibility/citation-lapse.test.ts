import { expect, it } from "vitest"
import { citationLapse } from "./citation-lapse"

const scans = (...cited: number[]) =>
  cited.map((cited_n, i) => ({ finished_at: `2026-11-${10 + i}T05:00:00Z`, answers_n: 100, cited_n }))

it("names the last scan that cites the domain, and the shares until then", () => {
  expect(citationLapse(scans(0, 20, 25, 22, 0, 0))).toBe(
    "No answer has cited this domain since the scan of 13 Nov 2026. In the 3 scans until then, 20 to 25% of the answers cited it.",
  )
  expect(citationLapse(scans(20, 20, 0))).toContain("2 scans until then, 20% of the answers")
})

it("names the only scan that cites the domain", () => {
  expect(citationLapse(scans(0, 20, 0))).toBe(
    "Of the last 3 scans, only that of 11 Nov 2026 cites this domain, in 20% of its answers.",
  )
})

it("is empty if the latest scan cites the domain, and if none does", () => {
  expect(citationLapse(scans(0, 20))).toBe("")
  expect(citationLapse(scans(0, 0))).toBe("")
  expect(citationLapse([])).toBe("")
})
