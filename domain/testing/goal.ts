/** Creates goals for tests. */
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { inTeam, type Prisma, prisma } from "@/prisma/client"

/** A goal of `client` for 4,000 sessions in November 2026, created directly in the database. Returns its id. */
export async function freshGoal(
  team: TeamFacts,
  client: { id: string },
  more: Partial<Prisma.GoalUncheckedCreateInput> = {},
): Promise<string> {
  const id = newId("goal")
  const period = { period: "month", starts_on: new Date("2026-11-01"), ends_on: new Date("2026-11-30") }
  const goal = { id, team_id: team.id, client_id: client.id, metric_id: "sessions", target: 4_000, ...period, ...more }
  await inTeam(team.id, () => prisma.goal.create({ data: goal }))
  return id
}
