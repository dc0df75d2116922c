/** Reads the filter of a signal's goal, such as one campaign. Empty if the goal has none or was deleted. */
import { z } from "zod"
import { rows, sql } from "@/prisma/client"

const goalRow = z.object({ filter: z.record(z.string(), z.array(z.string())) })

export async function readGoalFilter(teamId: string, goalId: string | undefined): Promise<Record<string, string[]>> {
  const [goal] = await rows(goalRow, sql`select filter from goal where team_id = ${teamId} and id = ${goalId ?? ""}`)
  return goal?.filter ?? {}
}
