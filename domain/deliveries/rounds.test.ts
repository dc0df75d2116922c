import { afterEach, beforeEach, expect, it, vi } from "vitest"
import type { Looking } from "./claim-statement"
import type { Leased } from "./leased"
import { Rounds, type Seen } from "./rounds"

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }))
afterEach(() => void vi.useRealTimers())

const name = (n: number) => `ep_${String(n).padStart(4, "0")}`
const endpoints = (count: number): Seen[] =>
  Array.from({ length: count }, (_, n) => [name(n), "2026-11-20T06:00:00.000Z"])

/** As Postgres walks over `all`. */
function walked(all: Seen[], looking: Looking): Seen[] {
  if ("from" in looking) return []
  return all.filter(([id]) => id > looking.after).slice(0, looking.endpoints)
}
const namesIn = (looking: Looking) => ("from" in looking ? Object.keys(looking.from) : [])

/** Rounds that have walked over `all` once. */
function around(all: Seen[]) {
  const rounds = new Rounds()
  do {
    const looking = rounds.few()
    rounds.note(looking, walked(all, looking), [])
  } while (!rounds.isAround)
  return rounds
}

it("gives each endpoint as many turns as any other", () => {
  const rounds = around(endpoints(50))
  const turns = new Map<string, number>()
  for (let i = 0; i < 25; i++) for (const id of namesIn(rounds.few())) turns.set(id, (turns.get(id) ?? 0) + 1)
  expect(turns.size).toBe(50)
  expect(new Set(turns.values())).toEqual(new Set([8]))
})

it("looks from what an endpoint got last on, and after a second from the beginning again", () => {
  const all = endpoints(2)
  const rounds = around(all)
  const got = { endpoint_id: name(1), due_at: "2026-11-20T06:00:05.000Z" } as Leased
  rounds.note(rounds.few(), [], [got])
  expect(rounds.few()).toEqual({ from: { [name(0)]: all[0]?.[1], [name(1)]: got.due_at } })
  vi.advanceTimersByTime(1_001)
  expect(rounds.few()).toEqual({ endpoints: 16, after: "" })
})

it("goes on walking where it was, and knows when it is around", () => {
  const all = endpoints(130)
  const rounds = new Rounds()
  rounds.note(rounds.many(), walked(all, rounds.many()), [])
  expect(rounds.isAround).toBe(false)
  expect(rounds.many()).toEqual({ endpoints: 100, after: name(99) })
  rounds.note(rounds.few(), walked(all, rounds.few()), [])
  expect(rounds.isAround).toBe(false)
  rounds.note(rounds.few(), walked(all, rounds.few()), [])
  expect(rounds.isAround).toBe(true)
  expect(namesIn(rounds.few())).toEqual(all.slice(0, 16).map(([id]) => id))
})
