import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { DateOrderEvidence } from "./date-order"
import { DecimalMarkEvidence } from "./decimal-mark"
import { readDate, readNumber } from "./parse-cells"

function decimalMarkOf(texts: string[], delimiter: string) {
  const evidence = new DecimalMarkEvidence()
  for (const [n, text] of texts.entries()) evidence.add(text, n + 2)
  return evidence.mark(delimiter)
}

function dateOrderOf(texts: string[]) {
  const evidence = new DateOrderEvidence()
  for (const [n, text] of texts.entries()) evidence.add(text, n + 2)
  return evidence.order()
}

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
    [".", ".", undefined],
    ["-.", ".", undefined],
    ["-,", ",", undefined],
    ["E12", ".", undefined],
    ["e5", ".", undefined],
    ["1e14", ".", "100000000000000.000000"],
    ["1e20", ".", undefined],
    ["-1e20", ".", undefined],
    ["1e21", ".", undefined],
    ["-1.5e25", ".", undefined],
    ["999999999999999.5", ".", "999999999999999.5"],
    ["00012", ".", "00012"],
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
    [["1.234", "0.5"], ",", "."],
    [["1.234", "0.123"], ",", "."],
    [["1.234", "1.234,5"], ",", ","],
    [["1.234", "1.234.567"], ",", ","],
    [["1.234", "1234.567"], ",", "."],
  ] as const)("%j in a file with the delimiter %j has the decimal mark %j", (sample, delimiter, mark) => {
    expect(decimalMarkOf([...sample], delimiter)).toBe(mark)
  })

  it("is refused when no number of the file shows whether 1.234 has decimals, or when two contradict each other", () => {
    expect(() => decimalMarkOf(["12", "1.234"], ",")).toThrow(/1\.234 in line 3 can mean 1\.234 or 1234/)
    expect(() => decimalMarkOf(["1,234"], ";")).toThrow(/1,234 in line 2 can mean 1234 or 1\.234/)
    expect(() => decimalMarkOf(["1.5", "2,5"], ";")).toThrow(/two ways: 1\.5 in line 2 .* 2,5 in line 3/)
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
    expect(readDate(text, "dmy")).toBe(day)
  })

  it("is read month first only when a date of the file proves it", () => {
    expect(dateOrderOf(["01/02/2026", "03/14/2026"])).toBe("mdy")
    expect(dateOrderOf(["01/02/2026", "14/03/2026"])).toBe("dmy")
    expect(dateOrderOf(["2026-01-14"])).toBe("dmy")
    expect(dateOrderOf(["01/01/2026", "02/02/2026"])).toBe("dmy")
    expect(readDate("03/14/2026", "mdy")).toBe("2026-03-14")
    expect(readDate("14/03/2026", "mdy")).toBeNull()
    expect(readDate("14/03/2026", "ymd")).toBeNull()
    expect(readDate("2026/03/14", "ymd")).toBe("2026-03-14")
  })

  it("is refused with both readings when the whole file does not prove an order", () => {
    expect(() => dateOrderOf(["11/01/2026", "11/10/2026"])).toThrow(
      /day first they are 2026-01-11 to 2026-10-11, month first they are 2026-11-01 to 2026-11-10/,
    )
    expect(() => dateOrderOf(["14/03/2026", "03/14/2026"])).toThrow(/14\/03\/2026 in line 2 .* 03\/14\/2026 in line 3/)
  })
})
