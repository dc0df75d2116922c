/** A price of an AI engine for tests. */
import type { EnginePrice } from "../prices"

export const examplePrice: EnginePrice = {
  engine_id: "openai_api",
  model: "",
  valid_from: "2026-11-01",
  usd_per_million_in: 1.25,
  usd_per_million_out: 10,
  usd_per_request: 0,
  usd_per_search: 0.01,
}
