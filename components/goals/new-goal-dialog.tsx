/** Dialog that sets a goal or a budget for a client. */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { firstOfMonth } from "@/components/days"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { Field } from "@/components/forms/field"
import { FormDialog } from "@/components/forms/form-dialog"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"
import { Options, Select } from "@/components/ui/input"
import { GoalPeriodFields, periodIn } from "./goal-period-fields"
import { TargetFields, targetIn } from "./target-fields"

type MetricChoice = { id: string; label: string; unit: string; direction: string }
type Props = {
  clientId: string
  currency: string
  metrics: MetricChoice[]
  /** Today in the client's time zone. */
  today: string
}

const fields = ["metric", "period", "starts_on", "ends_on", "comparator", "target"]

export function NewGoalDialog(props: Props) {
  return (
    <FormDialog
      trigger={<Button kind="primary">New goal</Button>}
      title="New goal"
      description="A goal for ad spend is a budget. Signals report when a goal is off track."
    >
      {(close) => <GoalForm {...props} onDone={close} />}
    </FormDialog>
  )
}

function GoalForm({ clientId, currency, metrics, today, onDone }: Props & { onDone: () => void }) {
  const api = useApi()
  // A new goal starts as a budget if ad spend is one of the metrics.
  const [metric, setMetric] = useState(metrics.find(({ id }) => id === "ad_spend") ?? metrics[0])
  const { run, isBusy, problem } = useAction(api.clients.createGoal.mutationOptions(), { done: "Goal set", onDone })
  const chosen = metric ?? { id: "", unit: "number" }
  const isLimit = metric?.id === "ad_spend" || metric?.direction === "less_is_better"
  return (
    <form
      method="post"
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        const values = formValues(event)
        run({ client_id: clientId, metric: chosen.id, ...periodIn(values), ...targetIn(values, chosen) })
      }}
    >
      <ProblemNote problem={problem} fields={fields} />
      <Field label="Metric" name="metric" problem={problem}>
        <Select value={metric?.id} onChange={({ target }) => setMetric(metrics.find(({ id }) => id === target.value))}>
          <Options names={metrics.map(({ id, label }) => [id, label])} />
        </Select>
      </Field>
      <GoalPeriodFields
        initial={{ period: "month", starts_on: firstOfMonth(today), ends_on: today }}
        problem={problem}
      />
      <TargetFields
        metric={chosen}
        currency={currency}
        comparator={isLimit ? "at_most" : "at_least"}
        problem={problem}
      />
      <DialogFormActions isBusy={isBusy}>Set goal</DialogFormActions>
    </form>
  )
}
