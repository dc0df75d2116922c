/** The goals of a client, each with its progress and its actions. */
import type { ValueFormat } from "@/domain/metrics/format-value"
import { ArchiveGoal } from "./archive-goal"
import { EditGoalDialog } from "./edit-goal-dialog"
import { type Goal, goalName } from "./goal-name"
import { GoalProgress } from "./goal-progress"

type Props = { goals: Goal[]; mayEdit: boolean; heading?: "h2" | "h3" }

export function GoalList({ goals, mayEdit, heading: Heading = "h2" }: Props) {
  return (
    <ul className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
      {goals.map((goal) => (
        <li key={goal.id}>
          <div className="mb-1 flex max-w-xl flex-wrap items-center justify-between gap-3">
            <Heading className="font-strong">{goalName(goal)}</Heading>
            {mayEdit && goal.status !== "archived" && (
              <div className="flex gap-2">
                <EditGoalDialog goal={goal} />
                <ArchiveGoal goal={goal} />
              </div>
            )}
          </div>
          <GoalProgress goal={goal} column={columnOf(goal)} />
        </li>
      ))}
    </ul>
  )
}

const columnOf = ({ unit, currency }: Goal): ValueFormat => ({ unit: unit as ValueFormat["unit"], currency })
