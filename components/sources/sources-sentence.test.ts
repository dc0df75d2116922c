import { expect, it } from "vitest"
import type { Coverage } from "./coverage"
import type { Source } from "./source-labels"
import { sourcesSentence } from "./sources-sentence"

const span = { from: "2026-10-31", to: "2026-11-27" }
type Of = Partial<Coverage> & { status?: Source["status"]; stale?: boolean }

function sentence(of: Of[], hasCoverage = true) {
  const sources = of.map(({ status = "active", stale = false }, n) => ({ id: `src_${n}`, status, stale }))
  const bySource = Object.fromEntries(
    of.map(({ status: _status, stale: _stale, ...more }, n) => [
      `src_${n}`,
      { data_source_id: `src_${n}`, ...span, no_data_on: [], ...more },
    ]),
  )
  return sourcesSentence(sources, hasCoverage ? { span, bySource } : null)
}

const late = { to: "2026-11-24" }
const gaps = { no_data_on: ["2026-11-03"] }

it("says how many sources are complete", () => {
  expect(sentence([{}, {}, { status: "paused", from: null, to: null }])).toBe(
    "2 sources are complete through 27 Nov. 1 is paused.",
  )
  expect(sentence([{}, { from: "2026-11-20" }])).toBe("2 sources are complete through 27 Nov.")
  expect(sentence([{}, { to: "2026-11-25" }])).toBe("2 sources are complete through 25 Nov.")
  expect(sentence([{}, gaps, late, late])).toBe(
    "1 source is complete through 27 Nov. 1 has days without data and 2 have no data of the last 3 days.",
  )
  expect(sentence([late, gaps])).toBe("1 source has days without data. 1 has no data of the last 3 days.")
})

it("starts with the sources that need an action", () => {
  expect(
    sentence([{}, { stale: true }, { status: "reauth_required" }, { stale: true }, { status: "disconnected" }]),
  ).toBe("1 source needs to be reconnected. 2 are stale, 1 is complete through 27 Nov and 1 is disconnected.")
  expect(sentence([{ status: "error" }, { status: "error" }])).toBe("2 sources are failing.")
})

it("speaks of a single source", () => {
  expect(sentence([{}])).toBe("The source is complete through 27 Nov.")
  expect(sentence([gaps])).toBe("The source has days without data.")
  expect(sentence([{ status: "disconnected" }])).toBe("The source is disconnected.")
  expect(sentence([{ status: "pending" }])).toBe("The source waits for the first sync.")
})

it("does not call sources complete without their coverage", () => {
  expect(sentence([{}, { status: "pending" }], false)).toBe(
    "1 source waits for the first sync. 1 is not failing or stale.",
  )
  expect(sentence([{}], false)).toBe("The source is not failing or stale.")
})
