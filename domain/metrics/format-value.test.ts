import { expect, it } from "vitest"
import { formatShort, formatValue, percentRange, type ValueFormat } from "./format-value"

const format = (unit: ValueFormat["unit"], currency: string | null = null) => ({ unit, currency })

it.each([
  [1180.4, format("count"), "1,180"],
  [42.46, format("count"), "42"],
  [4.26, format("count"), "4.3"],
  [4, format("count"), "4"],
  [0.2449, format("ratio"), "24.5%"],
  [4.2, format("ratio"), "420.0%"],
  [4.638, { ...format("ratio"), id: "ad_roas" }, "4.64×"],
  [1_204.5, { ...format("ratio"), id: "ad_roas" }, "1,204.50×"],
  [0.2449, { ...format("ratio"), id: "ad_ctr" }, "24.5%"],
  [12.4, format("money", "EUR"), "€12.40"],
  [500, format("money", "JPY"), "¥500"],
  [999.5, format("money", "USD"), "$999.50"],
  [11_800.4, format("money", "USD"), "$11,800"],
  [11_800.4, format("money"), "$11,800"],
  [3.2499, format("rank"), "3.25"],
  [7, format("rank"), "7.0"],
  [2.25, format("number"), "2.25"],
  [72.3, format("number"), "72"],
  [65.2, format("seconds"), "1 min 5 s"],
  [59.7, format("seconds"), "1 min 0 s"],
  [42.1, format("seconds"), "42 s"],
  [26, format("hours"), "26 h"],
  [null, format("count"), "–"],
])("%s as %o is %s", (value, unit, text) => {
  expect(formatValue(value, unit)).toBe(text)
})

it("short forms fit into narrow spaces", () => {
  expect(formatShort(12_400, format("count"))).toBe("12.4K")
  expect(formatShort(0.24, format("ratio"))).toBe("24%")
  expect(formatShort(1_500_000, format("money", "USD"))).toBe("$1.5M")
  expect(formatShort(0.05, format("money", "EUR"))).toBe("€0.05")
  expect(formatShort(0.1, format("money", "EUR"))).toBe("€0.1")
  expect(formatShort(0.0005, format("ratio"))).toBe("0.05%")
  expect(formatShort(2.5, { ...format("ratio"), id: "ad_roas" })).toBe("2.5×")
  expect(percentRange({ low: 0.64, high: 0.93 })).toBe("64 to 93%")
})
