import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { addDays, dayIn, firstOfWeek, lengthInDays, weekday } from "./calendar"
import { type PeriodDefaults, rangeChecks, resolvePeriod } from "./period"
import { type RangeInput, rangePresets } from "./period-input"

const at = (now: string, input: RangeInput = {}, more: Partial<PeriodDefaults> = {}) =>
  resolvePeriod(input, {
    timezone: "UTC",
    weekStartsOn: 1,
    range: "last_28_days",
    compare: "none",
    granularity: "total",
    now: new Date(now),
    ...more,
  })

describe("a range", () => {
  it.each([
    ["today", "2026-11-20", "2026-11-20"],
    ["yesterday", "2026-11-19", "2026-11-19"],
    ["last_7_days", "2026-11-13", "2026-11-19"],
    ["last_14_days", "2026-11-06", "2026-11-19"],
    ["last_28_days", "2026-10-23", "2026-11-19"],
    ["last_30_days", "2026-10-21", "2026-11-19"],
    ["last_90_days", "2026-08-22", "2026-11-19"],
    ["this_week", "2026-11-16", "2026-11-20"],
    ["last_week", "2026-11-09", "2026-11-15"],
    ["this_month", "2026-11-01", "2026-11-20"],
    ["last_month", "2026-10-01", "2026-10-31"],
    ["this_quarter", "2026-10-01", "2026-11-20"],
    ["last_quarter", "2026-07-01", "2026-09-30"],
    ["year_to_date", "2026-01-01", "2026-11-20"],
    ["last_year", "2025-01-01", "2025-12-31"],
    ["last_12_months", "2025-11-20", "2026-11-19"],
  ] as const)("%s covers %s to %s on 20 November 2026", (range, from, to) => {
    expect(at("2026-11-20T12:00:00Z", { range })).toMatchObject({ from, to, days: lengthInDays(from, to) })
  })

  it.each([
    ["2026-11-20T12:00:00Z", "this_week", 7, "2026-11-15", "2026-11-20"],
    ["2026-11-20T12:00:00Z", "last_week", 7, "2026-11-08", "2026-11-14"],
    ["2026-11-15T12:00:00Z", "this_week", 7, "2026-11-15", "2026-11-15"],
    ["2026-11-15T12:00:00Z", "last_week", 1, "2026-11-02", "2026-11-08"],
    ["2026-11-16T00:00:00Z", "last_week", 1, "2026-11-09", "2026-11-15"],
  ] as const)("at %s, %s of weeks that start on day %s covers %s to %s", (now, range, weekStartsOn, from, to) => {
    expect(at(now, { range }, { weekStartsOn })).toMatchObject({ from, to })
  })

  it.each([
    ["2024-02-29T12:00:00Z", "last_month", "2024-01-01", "2024-01-31"],
    ["2024-03-31T12:00:00Z", "last_month", "2024-02-01", "2024-02-29"],
    ["2023-03-31T12:00:00Z", "last_month", "2023-02-01", "2023-02-28"],
    ["2024-02-29T12:00:00Z", "last_12_months", "2023-02-28", "2024-02-28"],
    ["2026-01-01T12:00:00Z", "last_quarter", "2025-10-01", "2025-12-31"],
    ["2026-01-01T12:00:00Z", "year_to_date", "2026-01-01", "2026-01-01"],
    ["2026-03-31T23:59:59Z", "this_quarter", "2026-01-01", "2026-03-31"],
    ["2026-04-01T00:00:00Z", "this_quarter", "2026-04-01", "2026-04-01"],
    ["2026-12-31T12:00:00Z", "last_quarter", "2026-07-01", "2026-09-30"],
  ] as const)("at %s, %s covers %s to %s", (now, range, from, to) => {
    expect(at(now, { range })).toMatchObject({ from, to })
  })

  it.each([
    ["2026-11-20T23:30:00Z", "Europe/Rome", "2026-11-21"],
    ["2026-11-20T07:30:00Z", "America/Los_Angeles", "2026-11-19"],
    ["2026-03-29T00:59:59Z", "Europe/Rome", "2026-03-29"],
    ["2026-10-24T22:30:00Z", "Europe/Rome", "2026-10-25"],
    ["2026-10-25T22:30:00Z", "Europe/Rome", "2026-10-25"],
    ["2026-10-25T23:00:00Z", "Europe/Rome", "2026-10-26"],
    ["2026-03-08T09:59:00Z", "America/New_York", "2026-03-08"],
    ["2026-11-20T10:30:00Z", "Pacific/Kiritimati", "2026-11-21"],
    ["2026-11-20T11:30:00Z", "Pacific/Pago_Pago", "2026-11-20"],
    ["2026-11-20T18:15:00Z", "Asia/Kathmandu", "2026-11-21"],
  ])("at %s, today in %s is %s", (now, timezone, today) => {
    expect(at(now, { range: "today", timezone })).toMatchObject({ from: today, timezone })
    expect(at(now, { range: "today" }, { timezone }).today).toBe(today)
  })

  it("has the same number of days across a clock change", () => {
    for (const now of ["2026-03-30T12:00:00Z", "2026-10-26T12:00:00Z"])
      expect(at(now, { range: "last_28_days", timezone: "Europe/Rome" }).days).toBe(28)
  })

  it("defaults to the last 28 days and is echoed with all defaults", () => {
    expect(at("2026-11-20T12:00:00Z").echo).toEqual({
      range: "last_28_days",
      from: "2026-10-23",
      to: "2026-11-19",
      timezone: "UTC",
      granularity: "total",
      compare: "none",
    })
  })
})

describe("a comparison", () => {
  const from = "2024-02-01"
  const to = "2024-02-29"
  it.each([
    [{ from, to, compare: "previous_period" }, "2024-01-03", "2024-01-31"],
    [{ from, to, compare: "previous_year" }, "2023-02-01", "2023-02-28"],
    [{ from, to, compare: "previous_year", align: "weekday" }, "2023-02-02", "2023-03-02"],
    [{ from, to, compare: "custom", compare_from: "2020-01-01", compare_to: "2020-01-31" }, "2020-01-01", "2020-01-31"],
    [{ from: "2026-01-01", to: "2026-01-01", compare: "previous_period" }, "2025-12-31", "2025-12-31"],
  ] as const)("of %o covers %s to %s", (input, comparedFrom, comparedTo) => {
    expect(at("2026-11-20T12:00:00Z", input).comparison).toMatchObject({
      mode: input.compare,
      from: comparedFrom,
      to: comparedTo,
    })
  })

  it.each([
    [{ compare: "previous_period" }, 29],
    [{ compare: "previous_year" }, null],
    [{ compare: "previous_year", align: "date" }, null],
    [{ compare: "previous_year", align: "weekday" }, 364],
    [{ compare: "custom", compare_from: "2024-01-01", compare_to: "2024-01-29" }, 31],
  ] as const)("of %o shifts each day by %s days", (input, shiftDays) => {
    expect(at("2026-11-20T12:00:00Z", { from, to, ...input }).comparison).toMatchObject({ shiftDays })
  })

  it("is echoed with its days, and with its alignment when it is the previous year", () => {
    const echo = (input: RangeInput) => at("2026-11-20T12:00:00Z", { from, to, ...input }).echo
    const shared = { from, to, timezone: "UTC", granularity: "total" }
    const year = { compare: "previous_year", compare_from: "2023-02-01", compare_to: "2023-02-28" } as const
    expect(echo({ compare: "none" })).toEqual({ ...shared, compare: "none" })
    expect(echo({ compare: "previous_year" })).toEqual({ ...shared, ...year, align: "date" })
    expect(echo({ compare: "previous_year", align: "weekday" })).toMatchObject({ align: "weekday" })
    expect(echo({ compare: "previous_period" })).toEqual({
      ...shared,
      compare: "previous_period",
      compare_from: "2024-01-03",
      compare_to: "2024-01-31",
    })
  })

  it("with the previous period has the same length and ends the day before; aligned by weekday it starts on the same weekday", () => {
    const days = fc.integer({ min: 0, max: 20_000 }).map((n) => addDays("1990-01-01", n))
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 799 }), (start, more) => {
        const span = { from: start, to: addDays(start, more) }
        const before = at("2026-11-20T12:00:00Z", { ...span, compare: "previous_period" }).comparison
        expect(lengthInDays(before?.from ?? "", before?.to ?? "")).toBe(more + 1)
        expect(addDays(before?.to ?? "", 1)).toBe(start)
        const year = at("2026-11-20T12:00:00Z", { ...span, compare: "previous_year", align: "weekday" }).comparison
        expect(weekday(year?.from ?? "")).toBe(weekday(start))
      }),
    )
  })
})

describe("contradictory range parameters", () => {
  it.each([
    [{ from: "2026-01-01" }, "to"],
    [{ to: "2026-01-01" }, "from"],
    [{ from: "2026-01-01", to: "2026-01-02", range: "today" }, "range"],
    [{ from: "2026-01-02", to: "2026-01-01" }, "from"],
    [{ from: "2024-01-01", to: "2026-03-11" }, "from"],
    [{ compare: "custom", compare_from: "2026-01-01" }, "compare_to"],
    [{ compare: "custom", compare_to: "2026-01-01" }, "compare_from"],
    [{ compare: "previous_period", compare_from: "2026-01-01" }, "compare_from"],
    [{ compare: "custom", compare_from: "2026-01-02", compare_to: "2026-01-01" }, "compare_from"],
    [{ compare: "previous_year", compare_to: "2026-01-01" }, "compare_to"],
    [{ align: "weekday" }, "align"],
  ] as const)("%o are rejected with an error at %s", (input, parameter) => {
    expect(() => at("2026-11-20T12:00:00Z", input)).toThrow(
      expect.objectContaining({
        code: "parameter_invalid",
        errors: [
          {
            parameter,
            code: "parameter_invalid",
            detail: expect.stringMatching(/^.{10,}\.$/),
            fix: expect.stringMatching(/^.{5,}\.$/),
          },
        ],
      }),
    )
  })

  it.each([
    [{ from: "2026-01-02", to: "2026-01-01" }, "from", "to"],
    [{ compare: "custom", compare_from: "2026-01-02", compare_to: "2026-01-01" }, "compare_from", "compare_to"],
  ] as const)("%o name both days", (input, first, last) => {
    const detail = expect.stringMatching(new RegExp(`^${first} .* ${last}\\b`))
    expect(() => at("2026-11-20T12:00:00Z", input)).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ detail })] }),
    )
  })

  it("are found by the checks of an operation, each with the parameters that it reads", () => {
    const [range, comparison] = rangeChecks("none")
    const withoutDefault = rangeChecks()[1]
    expect(range?.reads).toEqual(["from", "to", "range"])
    expect(comparison?.reads).toEqual(["compare", "compare_from", "compare_to", "align"])
    expect(range?.fieldErrors({ from: "2026-01-01" })).toHaveLength(1)
    expect(range?.fieldErrors({ align: "weekday" })).toEqual([])
    expect(comparison?.fieldErrors({ align: "weekday" })).toHaveLength(1)
    expect(comparison?.fieldErrors({ align: "weekday", compare: "previous_year" })).toEqual([])
    expect(withoutDefault?.fieldErrors({ align: "weekday" })).toEqual([])
    expect(withoutDefault?.fieldErrors({ align: "weekday", compare: "none" })).toHaveLength(1)
  })

  it("are all reported at once, and a period of 800 days is accepted", () => {
    const call = () => at("2026-11-20T12:00:00Z", { from: "2026-01-01", align: "weekday" })
    expect(call).toThrow(expect.objectContaining({ errors: [{}, {}].map(() => expect.anything()) }))
    expect(at("2026-11-20T12:00:00Z", { from: "2024-01-01", to: "2026-03-10" }).days).toBe(800)
  })
})

describe("calendar arithmetic", () => {
  it("starts weeks on the team's first weekday", () => {
    expect(firstOfWeek("2026-11-20", 1)).toBe("2026-11-16")
    expect(firstOfWeek("2026-11-20", 7)).toBe("2026-11-15")
    expect(firstOfWeek("2026-11-15", 7)).toBe("2026-11-15")
    expect(firstOfWeek("2026-11-15", 1)).toBe("2026-11-09")
    expect(firstOfWeek("2026-11-20", 6)).toBe("2026-11-14")
  })

  it("does not depend on the time zone of the machine", () => {
    const zone = process.env["TZ"]
    try {
      for (const name of ["America/Los_Angeles", "Asia/Tokyo", "Europe/Rome"]) {
        process.env["TZ"] = name
        expect(addDays("2026-03-28", 2)).toBe("2026-03-30")
        expect(dayIn("UTC", new Date("2026-03-29T00:00:00Z"))).toBe("2026-03-29")
        for (const range of rangePresets) expect(at("2026-03-29T01:30:00Z", { range }).to <= "2026-03-29").toBe(true)
      }
    } finally {
      process.env["TZ"] = zone
      if (zone === undefined) delete process.env["TZ"]
    }
  })
})
