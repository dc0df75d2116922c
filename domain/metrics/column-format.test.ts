import { expect, it } from "vitest"
import { columnFormat } from "./column-format"
import type { ValueFormat } from "./format-value"

const formatted = (unit: ValueFormat["unit"], values: (number | null)[]) =>
  values.map(columnFormat(values, { unit, currency: unit === "money" ? "EUR" : null }))

it("formats all amounts of a column with cents or all without", () => {
  expect(formatted("money", [1_580.4, 798.92, 604.42])).toEqual(["€1,580", "€799", "€604"])
  expect(formatted("money", [1_580.4, 0.73])).toEqual(["€1,580.40", "€0.73"])
  expect(formatted("money", [0.91, 1.27, 0])).toEqual(["€0.91", "€1.27", "€0.00"])
})

it("formats all counts of a column with a decimal when one has a fraction", () => {
  expect(formatted("count", [40.1, 90, null])).toEqual(["40.1", "90.0", "–"])
  expect(formatted("count", [11_189, 6_245])).toEqual(["11,189", "6,245"])
  expect(formatted("count", [11_189.5, 12])).toEqual(["11,190", "12"])
})

it("formats ratios, positions, numbers and durations in one form each", () => {
  expect(formatted("ratio", [0.5, 0.123])).toEqual(["50.0%", "12.3%"])
  expect(formatted("rank", [1, 12.34])).toEqual(["1.0", "12.3"])
  expect(formatted("number", [4.2, 11])).toEqual(["4.20", "11.00"])
  expect(formatted("seconds", [65, 40])).toEqual(["1 min 5 s", "40 s"])
})

it("formats a column without values", () => {
  expect(formatted("money", [null])).toEqual(["–"])
})
