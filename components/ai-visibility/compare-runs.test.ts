import { expect, it } from "vitest"
import type { Answer } from "./answer-groups"
import { type BrandChange, changeOf, chooseExample, compareBrands, otherBrandToName } from "./compare-runs"

const own = { id: "own", name: "Own" }

/** `brands`: the ids of the mentioned brands by rank. */
const answer = (scan: string, engine: string, run: number, ...brands: string[]) =>
  ({
    id: `${scan} ${engine} ${run}`,
    engine,
    run_index: run,
    mentions: brands.map((id, i) => ({ brand_id: id, brand: id === "own" ? "Own" : id, rank: i + 1 })),
  }) as unknown as Answer

const before = [
  answer("before", "chatgpt", 1, "veloria"),
  answer("before", "chatgpt", 2, "own"),
  answer("before", "copilot", 1, "veloria", "own"),
  answer("before", "copilot", 2, "own", "veloria"),
]
const after = [
  answer("after", "chatgpt", 1, "own"),
  answer("after", "chatgpt", 2),
  answer("after", "copilot", 1),
  answer("after", "copilot", 2, "alpenrad"),
]

it("counts the answers that mention each brand, by engine and in all, with your brand first", () => {
  const { engines, brands } = compareBrands(before, after, own)
  expect(engines).toEqual(["chatgpt", "copilot"])
  expect(brands.map(({ name }) => name)).toEqual(["Own", "veloria", "alpenrad"])
  expect(brands[0]).toEqual({
    id: "own",
    name: "Own",
    isOwn: true,
    byEngine: [
      { before: { mentioned: 1, answers: 2 }, after: { mentioned: 1, answers: 2 } },
      { before: { mentioned: 2, answers: 2 }, after: { mentioned: 0, answers: 2 } },
    ],
    all: { before: { mentioned: 3, answers: 4 }, after: { mentioned: 1, answers: 4 } },
  })
})

it("lists your brand even when no answer mentions it", () => {
  const { brands } = compareBrands([answer("before", "chatgpt", 1)], [answer("after", "chatgpt", 1)], own)
  expect(brands.map(({ all }) => all.after)).toEqual([{ mentioned: 0, answers: 1 }])
})

it("measures a change as a difference of shares, and returns 0 when a scan has no answers", () => {
  const count = (mentioned: number, answers: number) => ({ mentioned, answers })
  expect(changeOf({ before: count(1, 2), after: count(2, 2) })).toBe(0.5)
  expect(changeOf({ before: count(2, 4), after: count(1, 2) })).toBe(0)
  expect(changeOf({ before: count(0, 0), after: count(1, 2) })).toBe(0)
})

const idsOf = (example: ReturnType<typeof chooseExample>) => example && [example.before.id, example.after.id]

it("shows the engine on which your brand fell most: its best earlier answer and a later one without it", () => {
  expect(idsOf(chooseExample(before, after, "own", {}))).toEqual(["before copilot 2", "after copilot 1"])
})

it("shows an earlier answer without your brand and its best later one, if it rose", () => {
  expect(idsOf(chooseExample(after, before, "own", {}))).toEqual(["after copilot 1", "before copilot 2"])
})

it("follows the user's choice of the engine and of the answers", () => {
  expect(idsOf(chooseExample(before, after, "own", { engine: "chatgpt" }))).toEqual([
    "before chatgpt 1",
    "after chatgpt 1",
  ])
  const chosen = { engine: "copilot", before: "before copilot 1", after: "after chatgpt 1" }
  expect(idsOf(chooseExample(before, after, "own", chosen)), "an answer of another engine is ignored").toEqual([
    "before copilot 1",
    "after copilot 1",
  ])
})

it("chooses only an engine that answered in both scans", () => {
  expect(chooseExample(before, [answer("after", "gemini", 1)], "own", {})).toBeNull()
  expect(chooseExample(before, after, undefined, {})?.engine).toBe("chatgpt")
})

it("prefers the brand that moved opposite to yours over one that changed more in the same direction", () => {
  const change = (name: string, from: number, to: number, isOwn = false): BrandChange => {
    const all = { before: { mentioned: from, answers: 15 }, after: { mentioned: to, answers: 15 } }
    return { id: name, name, isOwn, byEngine: [], all }
  }
  const others = [change("Kupfergrund", 15, 11), change("Northpan", 9, 12)]
  expect(otherBrandToName([change("Own", 11, 1, true), ...others])?.name).toBe("Northpan")
  expect(otherBrandToName([change("Own", 1, 11, true), ...others])?.name).toBe("Kupfergrund")
  expect(otherBrandToName([change("Own", 5, 5, true), ...others])?.name).toBe("Kupfergrund")
  expect(otherBrandToName([change("Own", 5, 5, true), change("Brasero", 2, 2)])).toBeUndefined()
})
