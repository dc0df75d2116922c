import { expect, it } from "vitest"
import { latestScansValue, scanAndBrandFilters, scanField } from "./answer-filters"

const scan = (id: string, day: string, status: "completed" | "failed" = "completed") => ({
  id,
  status,
  selection: null,
  created_at: `${day}T05:00:00Z`,
  finished_at: `${day}T05:12:00Z`,
})
const scans = [scan("scn_3", "2026-11-27", "failed"), scan("scn_2", "2026-11-20"), scan("scn_1", "2026-11-13")]
const always = { choice: "", days: {} }
const november = { choice: "custom", days: { from: "2026-11-01", to: "2026-11-30" } }
const choices = { brands: [], scans, period: always }

it.each([
  [latestScansValue(4), { scans: 4, scan_id: undefined }],
  ["scn_1", { scans: undefined, scan_id: "scn_1" }],
  ["last-27", { scans: undefined, scan_id: undefined }],
  ["last-0", { scans: undefined, scan_id: undefined }],
  ["other", { scans: undefined, scan_id: undefined }],
])("the scan filter %s selects one scan, several or all", (scan, expected) => {
  expect(scanAndBrandFilters({ scan }, choices)).toMatchObject(expected)
})

it("reads the brand, and ignores a parameter that the URL repeats, which Next passes as a list", () => {
  const withBrand = { ...choices, brands: [{ id: "brd_1", name: "Bose" }] }
  const of = (brand: string) => scanAndBrandFilters({ brand }, withBrand)
  expect(of("brd_1")).toMatchObject({ mentions_brand: "brd_1", lacks_brand: undefined })
  expect(of("-brd_1")).toMatchObject({ mentions_brand: undefined, lacks_brand: "brd_1" })
  expect(of(["brd_1", "brd_1"] as never)).toMatchObject({ mentions_brand: undefined, lacks_brand: undefined })
})

it("without a scan, selects the latest scan with metrics, or all scans of a chosen period", () => {
  expect(scanAndBrandFilters({}, choices).scan_id).toBe("scn_2")
  expect(scanAndBrandFilters({}, { ...choices, period: november }).scan_id).toBeUndefined()
})

it("without a scan, does not select a scan of a selection", () => {
  const selected = { ...scan("scn_4", "2026-11-28"), selection: { engines: ["openai_api"], prompts_n: 3 } }
  expect(scanAndBrandFilters({}, { ...choices, scans: [selected, ...scans] }).scan_id).toBe("scn_2")
})

it.each([
  [undefined, undefined],
  ["scn_2", undefined],
  ["scn_1", "scn_1"],
  ["all", "all"],
  ["last-4", "last-4"],
])("the scan field shows the URL parameter %s, and the latest scan without one", (chosen, value) => {
  const field = scanField(scanAndBrandFilters({ ...(chosen && { scan: chosen }) }, choices), choices)
  expect(field).toMatchObject({ all: "20 Nov 2026", value })
  expect(Object.values(field.choices)).toEqual([
    ...(chosen === "last-4" ? ["the last 4 scans"] : []),
    "27 Nov 2026",
    "13 Nov 2026",
    "all scans",
  ])
})

it("the scan field names every scan when a period is chosen", () => {
  const ofPeriod = { ...choices, period: november }
  const field = scanField(scanAndBrandFilters({ scan: "scn_2" }, ofPeriod), ofPeriod)
  expect(field).toMatchObject({ all: "all of the period", value: "scn_2" })
  expect(Object.values(field.choices)).toEqual(["27 Nov 2026", "20 Nov 2026", "13 Nov 2026"])
})
