/** Defines a member: a user in a team, with a role. Finds and locks memberships. */
import { z } from "zod"
import { suspensionReason } from "@/domain/audit/suspension"
import { type TeamFacts, teamFacts } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { type Role, roles } from "@/domain/kernel/roles"
import { acrossTeams, type Prisma, rows, rowsIn, sql } from "@/prisma/client"

export const member = z.object({
  person_id: id("user"),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  joined_at: timestamp(),
  last_seen_at: timestamp().nullable().meta({ description: "The latest visit of the app. `null` without a session." }),
})

type Membership = { team: TeamFacts; role: Role }
const teamAndRole = teamFacts.extend({ role: z.enum(roles) })

/**
 * Finds the team with a slug and the user's role in it. Runs once at the start of every call from the browser.
 * Returns undefined when the team does not exist or the user is not a member. Callers cannot distinguish the two.
 */
export async function findMembership(personId: string, slug: string): Promise<Membership | undefined> {
  // Across teams: the team is unknown until the membership is found.
  const [found] = await acrossTeams(() =>
    rows(
      teamAndRole,
      sql`
        select t.id, t.slug, t.name, t.plan, t.timezone, t.currency, t.is_sample, t.is_suspended, t.limits, m.role,
          ${suspensionReason} as suspension_reason
        from membership m join team t on t.id = m.team_id where m.user_id = ${personId} and t.slug = ${slug}`,
    ),
  )
  if (!found) return undefined
  const { role, ...team } = found
  return { team, role }
}

const lockedMember = z.object({ user_id: z.string(), role: z.enum(roles), name: z.string() })
export type LockedMember = z.infer<typeof lockedMember>

/**
 * Locks all memberships of the team until the transaction ends, so that two concurrent changes cannot remove the last
 * two owners.
 */
export const lockMembers = (tx: Prisma.TransactionClient, teamId: string) =>
  rowsIn(
    tx,
    lockedMember,
    sql`
      select m.user_id, m.role, u.name from membership m join "user" u on u.id = m.user_id
      where m.team_id = ${teamId} order by m.user_id for update of m`,
  )

/** Throws when the team would lose its last owner. */
export function requireAnotherOwner(members: LockedMember[], leaving: LockedMember) {
  const hasAnotherOwner = members.some(({ role, user_id }) => role === "owner" && user_id !== leaving.user_id)
  if (leaving.role !== "owner" || hasAnotherOwner) return
  throw new Problem("state_conflict", `${leaving.name} is the only owner. Make another member an owner first.`)
}

/** Throws unless the actor is an owner. Only owners can add, change or remove an owner. */
export function requireOwner(actorRole: Role | undefined, reason: string) {
  if (actorRole !== "owner") throw new Problem("role_missing", reason)
}
