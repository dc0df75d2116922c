import { expect, it } from "vitest"
import { delayMs } from "./duration"

const now = Date.parse("2026-11-21T00:00:00Z")

it.each([
  ["1h30m", 5_400_000],
  ["2w1d", 15 * 86_400_000],
  ["45", 45_000],
  ["2026-11-21T00:00:05.000Z", 5_000],
  ["2026-11-20T00:00:00.000Z", 0],
])("reads %s as a delay from now", (text, ms) => {
  expect(delayMs(text, now)).toBe(ms)
})

it.each(["", "soon", "1x"])("rejects %j", (text) => {
  expect(() => delayMs(text, now)).toThrow(/not a valid delay/)
})
