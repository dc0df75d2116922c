import { expect, it } from "vitest"
import { textOf } from "./end-labels"

it("shortens a long name, but never the value after it", () => {
  expect(textOf({ name: "Forecast", valueLabel: "€1,234,567" })).toBe("Forecast €1,234,567")
  expect(textOf({ name: "Accepted spend", valueLabel: "€1,234,567" })).toBe("Accepte… €1,234,567")
  expect(textOf({ name: "Forecast", valueLabel: "CHF 123,456,789.00" })).toBe("For… CHF 123,456,789.00")
  expect(textOf({ name: "Tracked brand with a name" })).toBe("Tracked brand wit…")
})
