import { expect, it } from "vitest"
import { shortPath } from "./request-filters"

it("shortens the ids in a path and nothing else", () => {
  const id = "cli_01JD3Y8F5V6Q2K9M4N7P0R20NV"
  expect(shortPath(`/api/v1/clients/${id}/metrics`)).toBe("/api/v1/clients/cli_…20NV/metrics")
  expect(shortPath("/api/v1/clients/cli_short/metrics")).toBe("/api/v1/clients/cli_short/metrics")
})
