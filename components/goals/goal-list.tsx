/** The goals of a client, each with its progress and its actions. */
import { cn } from "@/components/ui/class-names"
import type { ValueFormat } from "@/domain/metrics/format-value"
import { ArchiveGoal, RestoreGoal } from "./archive-goal"
import { EditGoalDialog } from "./edit-goal-dialog"
import type { DailyValue } from "./goal-curve"
import { type Goal, goalName } from "./goal-name"
import { GoalProgress } from "./goal-progress"

type Props = {
  goals: Goal[]
  canEdit: boolean
  heading?: "h2" | "h3"
  /** The daily values by the id of the goal. With them, goals have a curve. */
  days?: Map<string, DailyValue[]>
}

export function GoalList({ goals, canEdit, heading: Heading = "h2", days }: Props) {
  return (
    <ul className={days ? "grid gap-y-12" : "grid gap-x-12 gap-y-8 lg:grid-cols-2"}>
      {goals.map((goal) => (
        <li key={goal.id}>
          <div className={cn("mb-1 flex flex-wrap items-center justify-between gap-3", !days && "max-w-xl")}>
            <Heading className={days ? "text-head" : "font-strong"}>{goalName(goal)}</Heading>
            {canEdit && (
              <div className="flex gap-2">
                {goal.status === "archived" ? (
                  <RestoreGoal goal={goal} />
                ) : (
                  <>
                    <EditGoalDialog goal={goal} />
                    <ArchiveGoal goal={goal} />
                  </>
                )}
              </div>
            )}
          </div>
          <GoalProgress
            goal={goal}
            column={columnOf(goal)}
            days={days?.get(goal.id)}
            names={{ goal: goalName(goal), metric: goal.label }}
          />
        </li>
      ))}
    </ul>
  )
}

const columnOf = ({ metric, unit, currency }: Goal): ValueFormat => ({
  id: metric,
  unit: unit as ValueFormat["unit"],
  currency,
})
