import { expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { deleteEnginePrice } from "./delete-engine-price"
import { listEnginePrices } from "./list-engine-prices"
import { costOfAnswer, type EnginePrice } from "./prices"
import { setEnginePrice } from "./set-engine-price"
import { examplePrice } from "./testing/price"

const price = (more: Partial<EnginePrice>): EnginePrice => ({ ...examplePrice, usd_per_search: 0, ...more })
const usage = { costUsd: null, tokensIn: 2_000_000, tokensOut: 500_000, searches: 3 }
const asked = { model: "gpt-5.5", day: "2026-11-20" }

it("costs what the engine reports, or what the price of its model on the day makes", () => {
  const prices = [
    price({ valid_from: "2026-01-01", usd_per_million_in: 2, usd_per_million_out: 8 }),
    price({ valid_from: "2026-11-01", usd_per_million_in: 1, usd_per_million_out: 10, usd_per_request: 0.5 }),
    price({ valid_from: "2026-12-01", usd_per_million_in: 99 }),
    price({ model: "gpt-5.5-mini", valid_from: "2026-01-01", usd_per_million_in: 0.25, usd_per_million_out: 2 }),
  ]
  expect(costOfAnswer({ ...usage, costUsd: 0.003 }, prices, asked)).toBe(0.003)
  expect(costOfAnswer(usage, prices, asked)).toBeCloseTo(2 + 5 + 0.5, 9)
  expect(costOfAnswer(usage, prices, { ...asked, day: "2026-10-31" })).toBeCloseTo(4 + 4, 9)
  expect(costOfAnswer(usage, prices, { ...asked, model: "gpt-5.5-mini" })).toBeCloseTo(0.5 + 1, 9)
})

it("is not known without a price, and without the number of tokens of a price per token", () => {
  expect(costOfAnswer(usage, [], asked)).toBeNull()
  expect(costOfAnswer(usage, [price({ valid_from: "2026-12-01" })], asked)).toBeNull()
  expect(costOfAnswer({ ...usage, tokensIn: null }, [price({})], asked)).toBeNull()
  const perRequest = price({ usd_per_million_in: 0, usd_per_million_out: 0, usd_per_request: 0.02 })
  expect(costOfAnswer({ costUsd: null, tokensIn: null, tokensOut: null, searches: null }, [perRequest], asked)).toBe(
    0.02,
  )
  const threeRequests = { costUsd: null, tokensIn: null, tokensOut: null, searches: null, requests: 3 }
  expect(costOfAnswer(threeRequests, [perRequest], asked)).toBeCloseTo(0.06, 9)
})

it("includes each web search, and is not known if the searches or their price are not known", () => {
  const perSearch = price({ usd_per_million_in: 0, usd_per_million_out: 0, usd_per_search: 0.01 })
  expect(costOfAnswer(usage, [perSearch], asked)).toBeCloseTo(0.03, 9)
  expect(costOfAnswer({ ...usage, searches: null }, [perSearch], asked)).toBeNull()
  const withoutFee = { ...perSearch, usd_per_search: null }
  expect(costOfAnswer(usage, [withoutFee], asked)).toBeNull()
  expect(costOfAnswer({ ...usage, searches: 0 }, [withoutFee], asked)).toBe(0)
})

it("is set per engine, model and day, replaced on the same day, and read by the team alone, with entries in the audit log", async () => {
  const team = await freshTeam()
  const other = await freshTeam()
  const ada = asPerson(team)
  await run(setEnginePrice, ada, examplePrice)
  await run(setEnginePrice, ada, { ...examplePrice, usd_per_million_out: 12 })
  await run(setEnginePrice, ada, { ...examplePrice, valid_from: "2026-12-01", usd_per_search: null })
  const { data } = await run(listEnginePrices, ada, {})
  expect(data.map((one) => [one.valid_from, one.usd_per_million_out, one.usd_per_search])).toEqual([
    ["2026-12-01", 10, null],
    ["2026-11-01", 12, 0.01],
  ])
  const { data: entries } = await run(listAudit, ada, { action: "ai_visibility.price_set" })
  expect(entries).toMatchObject([
    { before: null, after: { valid_from: "2026-12-01" } },
    { before: examplePrice, after: { ...examplePrice, usd_per_million_out: 12 } },
    { before: null, after: examplePrice },
  ])
  expect((await run(listEnginePrices, asPerson(other), {})).data).toEqual([])
  await expect(run(setEnginePrice, asPerson(team, "member"), examplePrice)).rejects.toMatchObject({
    code: "role_missing",
  })
})

it("is deleted by engine, model and day, by admins of its team alone, with an entry in the audit log", async () => {
  const team = await freshTeam()
  const other = await freshTeam()
  const ada = asPerson(team)
  const mistyped = { ...examplePrice, model: "gpt-5.5", usd_per_million_out: 1_000 }
  const { engine_id, model, valid_from } = mistyped
  const key = { engine_id, model, valid_from }
  const kept = [
    { ...mistyped, model: "" },
    { ...mistyped, valid_from: "2026-10-01" },
  ]
  for (const one of [mistyped, ...kept]) await run(setEnginePrice, ada, one)
  await run(setEnginePrice, asPerson(other), mistyped)

  await expect(run(deleteEnginePrice, asPerson(team, "member"), key)).rejects.toMatchObject({ code: "role_missing" })
  expect((await run(deleteEnginePrice, ada, { ...key, model: " gpt-5.5 " })).data).toEqual(mistyped)
  expect((await run(listEnginePrices, ada, {})).data).toEqual(kept)
  expect((await run(listEnginePrices, asPerson(other), {})).data).toEqual([mistyped])
  await expect(run(deleteEnginePrice, ada, key)).rejects.toMatchObject({ code: "resource_not_found" })
  const { data: entries } = await run(listAudit, ada, { action: "ai_visibility.price_deleted" })
  expect(entries).toMatchObject([{ subject_id: engine_id, before: mistyped, after: null }])
})
