/** Button that archives a goal, after a confirmation. A message offers to undo it. */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Button } from "@/components/ui/button"
import { showUndoToast } from "@/components/ui/undo-toast"
import { type Goal, goalName } from "./goal-name"

export function ArchiveGoal({ goal }: { goal: Goal }) {
  const api = useApi()
  const [isOpen, setOpen] = useState(false)
  const undo = useAction(api.clients.restoreGoal.mutationOptions(), { done: "Goal restored", isFormless: true })
  const { run, isBusy, problem } = useAction(api.clients.archiveGoal.mutationOptions(), {
    onDone() {
      showUndoToast("Goal archived", () => undo.run({ goal_id: goal.id }))
      setOpen(false)
    },
  })
  return (
    <ConfirmDialog
      trigger={
        <Button size="small" aria-label={`Archive goal ${goalName(goal)}`}>
          Archive goal
        </Button>
      }
      title={`Archive the goal ${goalName(goal)}?`}
      action="Archive goal"
      isOpen={isOpen}
      onOpenChange={setOpen}
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => run({ goal_id: goal.id })}
    >
      <p>You get no more signals about this goal. You can restore it at any time.</p>
    </ConfirmDialog>
  )
}
