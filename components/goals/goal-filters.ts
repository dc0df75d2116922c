/** Filters of the list of goals. */
import type { Goal } from "./goal-name"

export const goalStatusNames: Record<Goal["status"], string> = {
  active: "active",
  met: "met",
  missed: "missed",
  archived: "archived",
}
