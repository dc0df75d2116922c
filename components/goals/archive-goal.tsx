/** Buttons that archive a goal, after a confirmation, and restore it. After archiving, a message offers to undo it. */
"use client"

import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Button } from "@/components/ui/button"
import { showUndoToast } from "@/components/ui/undo-toast"
import { type Goal, goalName } from "./goal-name"

export function ArchiveGoal({ goal }: { goal: Goal }) {
  const api = useApi()
  const undo = useAction(api.clients.restoreGoal.mutationOptions(), { done: "Goal restored", isFormless: true })
  return (
    <ConfirmDialog
      trigger={
        <Button size="small" aria-label={`Archive goal ${goalName(goal)}`}>
          Archive goal
        </Button>
      }
      title={`Archive the goal ${goalName(goal)}?`}
      action="Archive goal"
      mutation={api.clients.archiveGoal.mutationOptions()}
      input={{ goal_id: goal.id }}
      onDone={() => showUndoToast("Goal archived", () => undo.run({ goal_id: goal.id }))}
    >
      <p>You get no more signals about this goal. You can restore it at any time.</p>
    </ConfirmDialog>
  )
}

export function RestoreGoal({ goal }: { goal: Goal }) {
  const api = useApi()
  const { run, isBusy } = useAction(api.clients.restoreGoal.mutationOptions(), {
    done: "Goal restored",
    isFormless: true,
  })
  return (
    <Button
      size="small"
      aria-label={`Restore goal ${goalName(goal)}`}
      isBusy={isBusy}
      onClick={() => run({ goal_id: goal.id })}
    >
      Restore goal
    </Button>
  )
}
