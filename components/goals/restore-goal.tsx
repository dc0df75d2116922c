/** Button that restores an archived goal. */
"use client"

import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { Button } from "@/components/ui/button"
import { type Goal, goalName } from "./goal-name"

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
      aria-busy={isBusy}
      disabled={isBusy}
      onClick={() => run({ goal_id: goal.id })}
    >
      Restore goal
    </Button>
  )
}
