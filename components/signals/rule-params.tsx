/** The fields of a rule that depend on its type. */
"use client"

import { useState } from "react"
import type { Problem } from "@/components/api/problem"
import { Field } from "@/components/forms/field"
import { Input, Options, Select } from "@/components/ui/input"
import {
  comparatorNames,
  limitHint,
  paramsShown,
  type Rule,
  type RuleChoices,
  sensitivityChoice,
  sensitivityNames,
  usesMetrics,
  usesSensitivity,
} from "./rule-labels"
import { type Signal, severityNames } from "./signal-labels"

type Props = {
  type: Signal["type"]
  rule: Pick<Rule, "params" | "sensitivity"> | undefined
  metrics: RuleChoices["metrics"]
  problem: Problem | null
}

export function RuleParams({ type, rule, metrics, problem }: Props) {
  const params = rule ? paramsShown(rule) : {}
  const [chosenMetric, setChosenMetric] = useState(params.metric)
  const isThreshold = type === "metric_threshold"
  return (
    <>
      {(isThreshold || usesMetrics(type)) && (
        <Field label="Metric" name="metric" problem={problem}>
          <Select
            required={isThreshold}
            defaultValue={params.metric ?? ""}
            onChange={({ target }) => setChosenMetric(target.value)}
          >
            {!isThreshold && <option value="">Main metrics</option>}
            <Options names={metrics.map(({ id, label }) => [id, label])} />
          </Select>
        </Field>
      )}
      {usesSensitivity(type) && (
        <SensitivityFields start={rule ? sensitivityChoice(rule) : "medium"} alerts={params.alerts} problem={problem} />
      )}
      {isThreshold && (
        <ThresholdFields
          params={params}
          metric={metrics.find(({ id }) => id === (chosenMetric || metrics[0]?.id))}
          problem={problem}
        />
      )}
    </>
  )
}

type SensitivityProps = { start: string; alerts: string | undefined; problem: Problem | null }

/** A choice of usual numbers of signals, or a field for another number. */
function SensitivityFields({ start, alerts, problem }: SensitivityProps) {
  const [choice, setChoice] = useState(start)
  return (
    <>
      <Field label="Sensitivity" name="sensitivity" problem={problem}>
        <Select value={choice} onChange={({ target }) => setChoice(target.value)}>
          <Options names={sensitivityNames} />
        </Select>
      </Field>
      {choice === "custom" && (
        <Field
          label="Signals per month"
          name="alerts"
          hint="The average for each metric of a client."
          problem={problem}
        >
          <Input type="number" required min={0.05} max={30} step={0.05} defaultValue={alerts} />
        </Field>
      )}
    </>
  )
}

type ThresholdProps = {
  params: ReturnType<typeof paramsShown>
  metric: RuleChoices["metrics"][number] | undefined
  problem: Problem | null
}

function ThresholdFields({ params, metric, problem }: ThresholdProps) {
  return (
    <>
      <Field label="When the value is" name="comparator">
        <Select defaultValue={params.comparator ?? "below"}>
          <Options names={comparatorNames} />
        </Select>
      </Field>
      <Field label="Limit" name="limit" hint={limitHint(metric)} problem={problem}>
        <Input type="number" required step="any" defaultValue={params.limit} />
      </Field>
      <Field label="Days" name="days" hint="The rule checks the value over this many days, once their data is final.">
        <Input type="number" required min={1} max={90} step={1} defaultValue={params.days ?? "1"} />
      </Field>
      <Field label="Severity" name="severity">
        <Select defaultValue={params.severity ?? "warning"}>
          <Options names={severityNames} />
        </Select>
      </Field>
    </>
  )
}
