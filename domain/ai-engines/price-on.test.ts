import { expect, it } from "vitest"
import { priceOn } from "./price-on"

const ofAllModels = { model: "", valid_from: "2026-11-01" }
const ofModel = { model: "gpt-5.5", valid_from: "2026-01-01" }
const ofModelLater = { model: "gpt-5.5", valid_from: "2026-11-10" }
const prices = [ofModel, ofAllModels, ofModelLater]

it("returns the newest price of the model that is valid on the day, before a price of all models", () => {
  expect(priceOn(prices, { model: "gpt-5.5", day: "2025-12-31" })).toBeUndefined()
  expect(priceOn(prices, { model: "gpt-5.5", day: "2026-01-01" })).toBe(ofModel)
  expect(priceOn(prices, { model: "gpt-5.5", day: "2026-11-09" })).toBe(ofModel)
  expect(priceOn(prices, { model: "gpt-5.5", day: "2026-11-10" })).toBe(ofModelLater)
  expect(priceOn(prices, { model: "gpt-5.5-mini", day: "2026-11-10" })).toBe(ofAllModels)
  expect(priceOn(prices, { model: "gpt-5.5-mini", day: "2026-10-31" })).toBeUndefined()
})
