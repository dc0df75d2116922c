/** Dialog that changes the target or the period of a goal. */
"use client"

import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { FormDialog } from "@/components/forms/form-dialog"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"
import { type Goal, goalName } from "./goal-name"
import { GoalPeriodFields, periodIn } from "./goal-period-fields"
import { TargetFields, targetIn } from "./target-fields"

const fields = ["period", "starts_on", "ends_on", "comparator", "target"]

export function EditGoalDialog({ goal }: { goal: Goal }) {
  return (
    <FormDialog
      trigger={
        <Button size="small" aria-label={`Edit goal ${goalName(goal)}`}>
          Edit goal
        </Button>
      }
      title={`Edit the goal for ${goal.label}`}
    >
      {(close) => <GoalForm goal={goal} onDone={close} />}
    </FormDialog>
  )
}

function GoalForm({ goal, onDone }: { goal: Goal; onDone: () => void }) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.clients.updateGoal.mutationOptions(), { done: "Goal saved", onDone })
  const metric = { id: goal.metric, unit: goal.unit }
  return (
    <form
      method="post"
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        const values = formValues(event)
        run({ goal_id: goal.id, ...periodIn(values), ...targetIn(values, metric) })
      }}
    >
      <ProblemNote problem={problem} fields={fields} />
      <GoalPeriodFields initial={goal} problem={problem} />
      <TargetFields metric={metric} currency={goal.currency} initial={goal} problem={problem} />
      <DialogFormActions isBusy={isBusy}>Save goal</DialogFormActions>
    </form>
  )
}
