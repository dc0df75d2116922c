import { expect, it } from "vitest"
import { leaseSeconds } from "./tasks"

it("has leases that outlast the wait, the question and the extraction of its answer", () => {
  const waitSeconds = 30
  const questionSeconds = 120
  const extractionSeconds = 60
  // An extraction may wait for another one, because their thread handles one call at a time.
  expect(leaseSeconds).toBeGreaterThan(waitSeconds + questionSeconds + 2 * extractionSeconds)
})
