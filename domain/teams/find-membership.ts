/** The team behind an address, with the role that a person has in it: one read, at the start of every call from the browser. */
import type { Role, TeamFacts } from "@/domain/context"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { suspensionReason } from "./suspension"

export type Seat = { team: TeamFacts; role: Role }

/** Undefined when there is no such team, and when the person is not in it: the two are told alike. */
export async function findMembership(personId: string, slug: string): Promise<Seat | undefined> {
  // Across teams: which team it is, is what we ask.
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
