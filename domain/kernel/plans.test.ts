import { afterEach, expect, it, vi } from "vitest"
import { readLimits } from "./plans"

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

it("the operator's limits replace those of the plan", () => {
  const limits = readLimits('{"pro":{"keys":20,"label":"Business"}}')
  expect(limits.pro).toMatchObject({ keys: 20, label: "Business", webhookEndpoints: 5 })
  expect(limits.agency.keys).toBe(25)
})

it.each([
  ["{", "SIGNALBOX_LIMITS is not valid. It must be a JSON object."],
  ['{"pro":{"keys":"20"}}', "SIGNALBOX_LIMITS is not valid. pro: keys: must be a whole number of at least 0."],
  ['{"pro":{"keys":-1}}', "SIGNALBOX_LIMITS is not valid. pro: keys: must be a whole number of at least 0."],
  [
    '{"pro":{"hasDeveloperAccess":"no"}}',
    "SIGNALBOX_LIMITS is not valid. pro: hasDeveloperAccess: must be true or false.",
  ],
  ['{"pro":{"key":20}}', 'SIGNALBOX_LIMITS is not valid. pro: There is no limit named "key". Use label, '],
  ['{"prp":{"keys":20}}', 'SIGNALBOX_LIMITS is not valid. There is no plan named "prp". Use free, pro, agency, scale.'],
])("an error names SIGNALBOX_LIMITS and the mistake in %s", (text, message) => {
  expect(() => readLimits(text)).toThrow(message)
})
