/** The fields for the target of a goal. Ratios are entered in percent, and multiples as they are shown. */
"use client"

import type { Problem } from "@/components/api/problem"
import { Field } from "@/components/forms/field"
import { Input, Select } from "@/components/ui/input"
import { isMultiple } from "@/domain/metrics/format-value"
import type { Goal } from "./goal-name"

/** The metric of the goal. */
type Metric = { id: string; unit: string }

type Props = {
  metric: Metric
  currency: string | null
  initial?: Pick<Goal, "target" | "comparator">
  /** The direction that a new goal starts with. */
  comparator?: Goal["comparator"]
  problem: Problem | null
}

export function TargetFields({ metric, currency, initial, comparator = "at_least", problem }: Props) {
  const target = initial && (isPercentage(metric) ? round(initial.target * 100) : initial.target)
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="The value should be" name="comparator" problem={problem}>
        <Select key={comparator} defaultValue={initial?.comparator ?? comparator}>
          <option value="at_least">at least</option>
          <option value="at_most">at most</option>
        </Select>
      </Field>
      <Field label={`Target${unitName(metric, currency)}`} name="target" problem={problem}>
        <Input type="number" step="any" min="0" required autoComplete="off" defaultValue={target} />
      </Field>
    </div>
  )
}

const isPercentage = ({ id, unit }: Metric) => unit === "ratio" && !isMultiple({ id })

function unitName(metric: Metric, currency: string | null) {
  const { unit } = metric
  if (unit === "money") return ` in ${currency ?? "the client's currency"}`
  if (unit === "ratio") return isPercentage(metric) ? " in %" : ", such as 4.5"
  return unit === "seconds" || unit === "hours" ? ` in ${unit}` : ""
}

/** Removes the error of binary fractions, such as 7.000000000000001. */
const round = (value: number) => Number(value.toPrecision(12))

export const targetIn = ({ target = "", comparator }: Record<string, string>, metric: Metric) => ({
  target: isPercentage(metric) ? round(Number(target) / 100) : Number(target),
  comparator: comparator as Goal["comparator"],
})
