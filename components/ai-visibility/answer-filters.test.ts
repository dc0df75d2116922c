import { expect, it } from "vitest"
import { answerFilters, latestScansValue } from "./answer-filters"

const choices = { brands: [], engines: [], scans: [{ id: "scn_1" }], period: { choice: "", days: {} } }

it.each([
  [latestScansValue(4), { scans: 4, scan_id: undefined }],
  ["scn_1", { scans: undefined, scan_id: "scn_1" }],
  ["last-27", { scans: undefined, scan_id: undefined }],
  ["last-0", { scans: undefined, scan_id: undefined }],
  ["other", { scans: undefined, scan_id: undefined }],
])("the scan filter %s selects one scan, several or all", (scan, expected) => {
  expect(answerFilters({ scan }, choices)).toMatchObject(expected)
})
