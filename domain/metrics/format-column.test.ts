import { describe, expect, it } from "vitest"
import { columnFormat, formatInColumn } from "./format-column"
import type { ValueFormat } from "./format-value"

function shown(values: (number | null)[], unit: ValueFormat["unit"], currency: string | null = null) {
  const format = columnFormat(values, { unit, currency })
  return values.map((value) => formatInColumn(value, format))
}

describe("a column of a table", () => {
  it("shows cents for all amounts or for none", () => {
    expect(shown([1_204, 980.5, 0], "money", "USD")).toEqual(["$1,204", "$981", "$0"])
    expect(shown([12.4, 980.5], "money", "USD")).toEqual(["$12.40", "$980.50"])
    expect(shown([12.4, 980], "money", "JPY")).toEqual(["¥12", "¥980"])
  })

  it("shows ratios with one decimal, and small rates with two", () => {
    expect(shown([0.5, 0.0042], "ratio")).toEqual(["50.0%", "0.4%"])
    expect(shown([0.0042, 0.0005], "ratio")).toEqual(["0.42%", "0.05%"])
    expect(shown([0], "ratio")).toEqual(["0.0%"])
    expect(shown([3.94, 12], "ratio")).toEqual(["394.0%", "1,200.0%"])
  })

  it("shows multiples with two decimals", () => {
    const format = columnFormat([4.638, 12], { id: "ad_roas", unit: "ratio", currency: null })
    expect([4.638, 12, null].map((value) => formatInColumn(value, format))).toEqual(["4.64×", "12.00×", "–"])
  })

  it("shows fractions of counts only in columns of small counts", () => {
    expect(shown([9, 3.5], "count")).toEqual(["9.0", "3.5"])
    expect(shown([12, 3.5], "count")).toEqual(["12", "4"])
    expect(shown([1_200, 3.5], "count")).toEqual(["1,200", "4"])
    expect(shown([12, 3], "count")).toEqual(["12", "3"])
  })

  it("shows other numbers with the decimals that the largest one needs", () => {
    expect(shown([1.236, 4], "number")).toEqual(["1.24", "4.00"])
    expect(shown([12.26, 4], "number")).toEqual(["12", "4"])
    expect(shown([1_200.26, 4], "number")).toEqual(["1,200", "4"])
    expect(shown([3, 12.34], "rank")).toEqual(["3.0", "12.3"])
    expect(shown([50, 61.25], "score")).toEqual(["50.0", "61.3"])
    expect(shown([1.5, 20], "hours")).toEqual(["1.5 h", "20.0 h"])
  })

  it("shows durations in minutes and seconds as soon as one has a minute", () => {
    expect(shown([59.4, 7], "seconds")).toEqual(["59 s", "7 s"])
    expect(shown([65, 7.4], "seconds")).toEqual(["1 min 05 s", "0 min 07 s"])
  })

  it("shows a dash without a value, and a column without values has a format too", () => {
    expect(shown([null, 2], "count")).toEqual(["–", "2"])
    expect(shown([null], "money", "EUR")).toEqual(["–"])
    expect(shown([], "count")).toEqual([])
  })
})
