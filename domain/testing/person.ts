/** Creates users for tests, in the database and as callers. */
import type { PersonContext, PublicContext, TeamContext, TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import type { Role } from "@/domain/kernel/roles"
import { hashPassword } from "@/domain/people/password"
import { startSession } from "@/domain/people/session"
import { acrossTeams, prisma } from "@/prisma/client"
import { asPerson } from "./team"

/** The password of every user that `freshPerson` creates with one. */
export const password = "correct horse battery"

/** A caller who is not signed in, with a unique address, so that tests share no limits by address. */
export const asAnybody = (now = () => new Date()): PublicContext => ({
  origin: { ip: newId("request"), userAgent: "test" },
  requestId: newId("request"),
  now,
})

/** A user in the database, as a signed-in caller. */
export async function freshPerson(
  more: { email?: string; name?: string; has_password?: boolean; is_email_verified?: boolean } = {},
) {
  const id = newId("user")
  const { has_password = true, is_email_verified = false, ...data } = more
  const user = await acrossTeams(async () =>
    prisma.user.create({
      data: {
        id,
        name: "Ada Test",
        email: `${id.toLowerCase()}@example.test`,
        ...data,
        email_verified_at: is_email_verified ? new Date() : null,
        password_hash: has_password ? await hashPassword(password) : null,
      },
    }),
  )
  const { name, email, session_version } = user
  const caller = asAnybody()
  const session_id = await startSession(caller, user, null)
  return { ...caller, actor: { kind: "person", id, name, email, session_version, session_id } } satisfies PersonContext
}

/** A member of `team`, as a caller in it. */
export async function freshMember(
  team: TeamFacts,
  role: Role,
): Promise<TeamContext & { actor: { kind: "person"; id: string } }> {
  const { actor } = await freshPerson()
  await acrossTeams(() => prisma.membership.create({ data: { team_id: team.id, user_id: actor.id, role } }))
  const { session_version: _version, session_id: _id, ...known } = actor
  return { ...asPerson(team, role), actor: { ...known, role } }
}
