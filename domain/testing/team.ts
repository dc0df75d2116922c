/** Creates a separate team for each test, so that tests share no data. */
import type { TeamContext, TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import type { Plan, TeamLimits } from "@/domain/kernel/plans"
import type { Role } from "@/domain/kernel/roles"
import { allScopes, type Scope } from "@/domain/kernel/scopes"
import { acrossTeams, prisma } from "@/prisma/client"

/** A team in the database. */
export async function freshTeam(more: { plan?: Plan; timezone?: string; currency?: string } = {}): Promise<TeamFacts> {
  const id = newId("team")
  const { plan, limits, ...team } = await acrossTeams(() =>
    prisma.team.create({
      data: { id, name: `Team ${id.slice(-6)}`, slug: id.toLowerCase().replace("_", "-"), plan: "agency", ...more },
    }),
  )
  return { ...team, plan: plan as Plan, limits: limits as TeamLimits }
}

const origin = { ip: "192.0.2.10", userAgent: "test" }

/** Calls with a key of `team`, with every scope by default. */
export const asKey = (team: TeamFacts, scopes: Scope[] = allScopes, now = () => new Date()): TeamContext => ({
  team,
  actor: {
    kind: "key",
    id: newId("key"),
    name: "Test key",
    hint: "sbx_test_ab12...wx9z",
    scopes,
    expires_at: null,
    grace_until: null,
  },
  origin,
  requestId: newId("request"),
  now,
})

/** Calls as a member of `team`. */
export const asPerson = (team: TeamFacts, role: Role = "owner", now = () => new Date()): TeamContext => ({
  team,
  actor: { kind: "person", id: newId("user"), name: "Ada Test", email: "ada@example.test", role },
  origin,
  requestId: newId("request"),
  now,
})
