import { afterEach, beforeEach, expect, it, vi } from "vitest"
import type { Looking } from "./claim-statement"
import type { Leased } from "./leased"
import { type Seen, Turns } from "./turns"

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }))
afterEach(() => void vi.useRealTimers())

const name = (n: number) => `ep_${String(n).padStart(4, "0")}`
const endpoints = (count: number): Seen[] =>
  Array.from({ length: count }, (_, n) => [name(n), "2026-11-20T06:00:00.000Z"])

/** What Postgres returns for a walk over `all`. */
function walked(all: Seen[], looking: Looking): Seen[] {
  if ("from" in looking) return []
  return all.filter(([id]) => id > looking.after).slice(0, looking.endpoints)
}
const namesIn = (looking: Looking) => ("from" in looking ? Object.keys(looking.from) : [])

/** Returns `Turns` after one complete walk over `all`. */
function around(all: Seen[]) {
  const turns = new Turns()
  do {
    const looking = turns.few()
    turns.note(looking, walked(all, looking), [])
  } while (!turns.isAround)
  return turns
}

it("picks every endpoint equally often", () => {
  const turns = around(endpoints(50))
  const had = new Map<string, number>()
  for (let i = 0; i < 25; i++) for (const id of namesIn(turns.few())) had.set(id, (had.get(id) ?? 0) + 1)
  expect(had.size).toBe(50)
  expect(new Set(had.values())).toEqual(new Set([8]))
})

it("starts at the last claimed due time of an endpoint, and walks again after a second", () => {
  const all = endpoints(2)
  const turns = around(all)
  const got = { endpoint_id: name(1), due_at: "2026-11-20T06:00:05.000Z" } as Leased
  turns.note(turns.few(), [], [got])
  expect(turns.few()).toEqual({ from: { [name(0)]: all[0]?.[1], [name(1)]: got.due_at } })
  vi.advanceTimersByTime(1_001)
  expect(turns.few()).toEqual({ endpoints: 16, after: "" })
})

it("continues a walk where it stopped, and detects when it is complete", () => {
  const all = endpoints(130)
  const turns = new Turns()
  turns.note(turns.many(), walked(all, turns.many()), [])
  expect(turns.isAround).toBe(false)
  expect(turns.many()).toEqual({ endpoints: 100, after: name(99) })
  turns.note(turns.few(), walked(all, turns.few()), [])
  expect(turns.isAround).toBe(false)
  turns.note(turns.few(), walked(all, turns.few()), [])
  expect(turns.isAround).toBe(true)
  expect(namesIn(turns.few())).toEqual(all.slice(0, 16).map(([id]) => id))
})
