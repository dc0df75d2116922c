import { expect, it } from "vitest"
import { readCallLimits } from "./call-limits"

it("the operator can change single limits of calls over MCP", () => {
  expect(readCallLimits('{"callsPerMinute":7}')).toEqual({ ...readCallLimits(""), callsPerMinute: 7 })
})

it.each([
  ["{", "SIGNALBOX_MCP_LIMITS is not valid. It must be a JSON object."],
  [
    '{"callsPerMinute":"7"}',
    "SIGNALBOX_MCP_LIMITS is not valid. callsPerMinute: must be a whole number of at least 1.",
  ],
  ['{"callsPerMinute":0}', "SIGNALBOX_MCP_LIMITS is not valid. callsPerMinute: must be a whole number of at least 1."],
  [
    '{"calls":7}',
    'SIGNALBOX_MCP_LIMITS is not valid. There is no limit named "calls". Use callsPerMinute, callsPerHour, ',
  ],
])("an error names SIGNALBOX_MCP_LIMITS and the mistake in %s", (text, message) => {
  expect(() => readCallLimits(text)).toThrow(message)
})
