/** Finds the team with a slug and the user's role in it. Runs once at the start of every call from the browser. */

import { suspensionReason } from "@/domain/audit/suspension"
import type { Role, TeamFacts } from "@/domain/kernel/context"
import { acrossTeams, rows, sql } from "@/prisma/client"

export type Seat = { team: TeamFacts; role: Role }

/** Returns undefined when the team does not exist or the user is not a member. Callers cannot distinguish the two. */
export async function findMembership(personId: string, slug: string): Promise<Seat | undefined> {
  // Across teams: the team is unknown until the membership is found.
  const [found] = await acrossTeams(() =>
    rows<TeamFacts & { role: Role }>(sql`
      select t.id, t.slug, t.name, t.plan, t.timezone, t.currency, t.is_sample, t.is_suspended, t.limits, m.role,
        ${suspensionReason} as suspension_reason
      from membership m join team t on t.id = m.team_id where m.user_id = ${personId} and t.slug = ${slug}`),
  )
  if (!found) return undefined
  const { role, ...team } = found
  return { team, role }
}
