import { expect, it } from "vitest"
import { scansToCompare } from "./scan-choices"

const scans = ["newest", "middle", "oldest"].map((id) => ({ id }))
const compared = (chosen: { before?: string; after?: string }) => scansToCompare(scans, chosen).map(({ id }) => id)

it("compares the latest two scans without a choice", () => {
  expect(compared({})).toEqual(["middle", "newest"])
  expect(compared({ before: "unknown", after: "unknown" })).toEqual(["middle", "newest"])
  expect(scansToCompare(scans.slice(0, 1), {})).toHaveLength(1)
})

it("puts the earlier scan first, whichever way round the scans were chosen", () => {
  expect(compared({ before: "oldest", after: "newest" })).toEqual(["oldest", "newest"])
  expect(compared({ before: "newest", after: "oldest" })).toEqual(["oldest", "newest"])
})

it("compares with a neighbor when the same scan was chosen twice", () => {
  expect(compared({ before: "middle", after: "middle" })).toEqual(["oldest", "middle"])
  expect(compared({ before: "oldest", after: "oldest" })).toEqual(["oldest", "middle"])
})
