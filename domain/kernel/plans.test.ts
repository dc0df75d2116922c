import { afterEach, expect, it, vi } from "vitest"

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

it("the error names the plan without API access, which the operator can choose", async () => {
  vi.stubEnv("SIGNALBOX_LIMITS", JSON.stringify({ pro: { hasDeveloperAccess: false } }))
  vi.resetModules()
  const { requireDeveloperAccess } = await import("./plans")
  expect(() => requireDeveloperAccess({ plan: "pro", slug: "bergamo" })).toThrow("The Pro plan has no API access.")
})
