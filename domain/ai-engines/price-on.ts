/** Finds the price that applies to a model on a day. Without queries, so that the browser can use it. */

/** `model` is empty for a price of all models. `valid_from` is a date such as 2026-11-01. */
type DatedPrice = { model: string; valid_from: string }

/** `prices` are those of one engine. A price of the model applies before a price of all models. */
export function priceOn<Price extends DatedPrice>(
  prices: readonly Price[],
  { model, day }: { model: string; day: string },
): Price | undefined {
  const valid = prices
    .filter(({ valid_from }) => valid_from <= day)
    .sort((a, b) => (a.valid_from < b.valid_from ? 1 : -1))
  return valid.find((candidate) => candidate.model === model) ?? valid.find((candidate) => candidate.model === "")
}
