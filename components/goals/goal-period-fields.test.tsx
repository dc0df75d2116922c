import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { GoalPeriodFields } from "./goal-period-fields"

it.each([
  ["month", "2026-11-01", "November 2026"],
  ["month", "2026-11-23", "November 2026"],
  ["quarter", "2026-10-01", "Q4 2026"],
  ["quarter", "2026-11-01", "Q4 2026"],
  ["quarter", "2026-03-31", "Q1 2026"],
] as const)("preselects the %s that contains %s: %s", (period, starts_on, label) => {
  const html = renderToString(<GoalPeriodFields initial={{ period, starts_on, ends_on: starts_on }} problem={null} />)
  const selected = [...html.matchAll(/<option[^>]*selected=""[^>]*>([^<]*)/g)].map(([, text]) => text)
  expect(selected).toEqual([period, label])
})
