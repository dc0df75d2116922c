/** The fields for the period of a goal: a month, a quarter, or two dates. */
"use client"

import { useState } from "react"
import type { Problem } from "@/components/api/problem"
import { firstOfMonth } from "@/components/days"
import { Field } from "@/components/forms/field"
import { Input, Options, Select } from "@/components/ui/input"
import { type Goal, goalPeriod } from "./goal-name"

type Period = Goal["period"]
type Dates = Pick<Goal, "period" | "starts_on" | "ends_on">
type Props = { initial: Dates; problem: Problem | null }

export function GoalPeriodFields({ initial, problem }: Props) {
  const [period, setPeriod] = useState<Period>(initial.period)
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Period" name="period" problem={problem}>
        <Select value={period} onChange={({ target }) => setPeriod(target.value as Period)}>
          <option value="month">month</option>
          <option value="quarter">quarter</option>
          <option value="custom">other dates</option>
        </Select>
      </Field>
      {period === "custom" ? (
        <div className="grid grid-cols-2 gap-3">
          <Field label="First day" name="starts_on" problem={problem}>
            <Input type="date" required defaultValue={initial.starts_on} />
          </Field>
          <Field label="Last day" name="ends_on" problem={problem}>
            <Input type="date" required defaultValue={initial.ends_on} />
          </Field>
        </div>
      ) : (
        <Field label={period === "month" ? "Month" : "Quarter"} name="starts_on" problem={problem}>
          <Select key={period} defaultValue={startOf(period, initial.starts_on)}>
            <Options
              names={startsOf(period, initial.starts_on).map((starts_on) => [
                starts_on,
                goalPeriod({ period, starts_on, ends_on: starts_on }),
              ])}
            />
          </Select>
        </Field>
      )}
    </div>
  )
}

const monthsIn = { month: 1, quarter: 3 }

/** The choices by their first day: the month or quarter of `from`, the one before, and those of the year after it. */
function startsOf(period: "month" | "quarter", from: string) {
  const periodsPerYear = 12 / monthsIn[period]
  return Array.from({ length: periodsPerYear + 2 }, (_, index) => startOf(period, from, index - 1))
}

/** The first day of the month or quarter of `from`, or of the one that is `steps` later. */
function startOf(period: "month" | "quarter", from: string, steps = 0): string {
  const length = monthsIn[period]
  const monthsSinceStart = (Number(from.slice(5, 7)) - 1) % length
  return firstOfMonth(from, steps * length - monthsSinceStart)
}

/** The period in the form's values. Only a custom period has a last day, because the server computes the others. */
export const periodIn = ({ period = "month", starts_on = "", ends_on }: Record<string, string>) => ({
  period: period as Period,
  starts_on,
  ...(period === "custom" && ends_on ? { ends_on } : {}),
})
