import { expect, it } from "vitest"
import { breakReason, datedBreaks } from "./describe-breaks"

const panel = {
  kind: "panel" as const,
  date: "2026-11-08",
  scan_id: "scn_2",
  previous_scan_id: "scn_1",
  engine: null,
  from: "1",
  to: "2",
  added_n: 3,
  removed_n: 1,
}

it.each([
  [panel, "Prompts changed: 3 added, 1 removed"],
  [{ ...panel, added_n: 0, removed_n: 0 }, "Prompts changed"],
  [
    { ...panel, kind: "engine" as const, engine: "chatgpt", from: "gpt-5", to: "gpt-6" },
    "ChatGPT changed: gpt-5 to gpt-6",
  ],
  [{ ...panel, kind: "engine" as const, engine: "gemini", from: null, to: "flash" }, "Gemini changed settings"],
  [
    { ...panel, kind: "engines" as const, from: "chatgpt", to: "chatgpt, gemini" },
    "Engines changed: ChatGPT to ChatGPT, Gemini",
  ],
  [{ ...panel, kind: "regions" as const, from: "", to: "IT" }, "Regions changed: none to IT"],
])("says why the series breaks (%#)", (found, expected) => {
  expect(breakReason(found)).toBe(expected)
})

it("dates the breaks, and leaves out warnings about something else", () => {
  expect(datedBreaks([{}, { break: panel }])).toEqual([
    { date: "2026-11-08", reason: "Prompts changed: 3 added, 1 removed" },
  ])
})
