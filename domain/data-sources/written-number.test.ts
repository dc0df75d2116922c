import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { dateOrderOf, readDate } from "./written-date"
import { decimalMarkOf, readNumber } from "./written-number"

describe("a number in a file", () => {
  it.each([
    ["12", ".", "12"],
    ["1,234.56", ".", "1234.56"],
    ["1,234,567", ".", "1234567"],
    ["$1,234.50", ".", "1234.50"],
    [".5", ".", "0.5"],
    ["144.", ".", "144"],
    ["-3.25", ".", "-3.25"],
    ["1.5e3", ".", "1500.000000"],
    ["1.234,56", ",", "1234.56"],
    ["1.234", ",", "1234"],
    ["12,5", ",", "12.5"],
    ["€ 1.234,56", ",", "1234.56"],
    ["1 234,56", ",", "1234.56"],
    ["1\u00a0234,56 €", ",", "1234.56"],
    ["1'234.56", ".", "1234.56"],
    ["", ".", null],
    ["--", ".", null],
    ["N/A", ",", null],
    ["12,5", ".", undefined],
    ["1,23,456", ".", undefined],
    ["12.5", ",", undefined],
    ["twelve", ".", undefined],
    ["1.2.3", ".", undefined],
    ["9999999999999999", ".", undefined],
    ["-", ".", null],
  ] as const)("%j with the decimal mark %j is read as %j", (text, mark, wanted) => {
    expect(readNumber(text, mark)).toBe(wanted)
  })

  it.each([
    [["1.234,56"], ",", ","],
    [["1,234.56"], ";", "."],
    [["12,5", "3"], ",", ","],
    [["12.5", "3"], ";", "."],
    [["12", "3"], ";", ","],
    [["12", "3"], ",", "."],
    [["1,234"], ",", "."],
    [["1.234"], ";", ","],
  ] as const)("%j in a file with the delimiter %j has the decimal mark %j", (sample, delimiter, mark) => {
    expect(decimalMarkOf([...sample], delimiter)).toBe(mark)
  })

  it("is read back as the value that was formatted, in both notations", () => {
    const amount = fc.integer({ min: -1e11, max: 1e11 }).map((cents) => cents / 100)
    fc.assert(
      fc.property(
        amount,
        fc.constantFrom(["en-US", "."] as const, ["de-DE", ","] as const),
        (value, [locale, mark]) => {
          const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(value)
          expect(Number(readNumber(text, mark))).toBe(value)
          expect(decimalMarkOf([text], ",")).toBe(mark)
        },
      ),
    )
  })
})

describe("a date in a file", () => {
  it.each([
    ["2026-03-04", "2026-03-04"],
    ["2026-03-04 17:10:11", "2026-03-04"],
    ["2026-03-04T00:00:00Z", "2026-03-04"],
    ["20260304", "2026-03-04"],
    ["2026/3/4", "2026-03-04"],
    ["04/03/2026", "2026-03-04"],
    ["4.3.2026", "2026-03-04"],
    ["2026-02-30", null],
    ["31/02/2026", null],
    ["13/13/2026", null],
    ["yesterday", null],
    ["", null],
  ])("%j is read as %j when the day comes first", (text, day) => {
    expect(readDate(text, "day_first")).toBe(day)
  })

  it("is read month first only when a sample proves it", () => {
    expect(dateOrderOf(["01/02/2026", "03/14/2026"])).toBe("month_first")
    expect(dateOrderOf(["01/02/2026", "14/03/2026"])).toBe("day_first")
    expect(dateOrderOf(["2026-01-14"])).toBe("day_first")
    expect(readDate("03/14/2026", "month_first")).toBe("2026-03-14")
    expect(readDate("14/03/2026", "month_first")).toBeNull()
  })
})
