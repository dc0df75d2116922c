/**
 * Creates the demo team's sample members. No one can sign in as one of them: they have no password, and no mail server
 * can deliver to their addresses.
 */
import { type AuditContext, type AuditRecord, recordAudit } from "@/domain/audit/record"
import type { PersonActor } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import type { Prisma } from "../client"
import { foundedAt } from "./team"

export const hourMs = 3_600_000

/** `joinedAfter`: hours after the team was created. `seenAgo`: hours before now. */
const members = {
  admin: { name: "Giulia Conti (sample)", email: "giulia.conti@demo-agency.example", joinedAfter: 3, seenAgo: 0 },
  member: { name: "Marco Rinaldi (sample)", email: "marco.rinaldi@demo-agency.example", joinedAfter: 27, seenAgo: 21 },
  viewer: { name: "Sofia Keller (sample)", email: "sofia.keller@demo-agency.example", joinedAfter: 173, seenAgo: 140 },
} as const

export type DemoPeople = Record<"owner" | keyof typeof members, PersonActor>

/** The context of an entry of the audit log. `at`: the time of the change. */
export const sampleAudit = (team: { id: string }, actor: PersonActor, at: Date): AuditContext => ({
  team,
  actor,
  origin: { ip: null, userAgent: null },
  now: () => at,
})

/** The owner invites each member, who joins an hour later. */
export async function createMembers(
  tx: Prisma.TransactionClient,
  team: { id: string },
  owner: PersonActor,
  now: Date,
): Promise<DemoPeople> {
  const create = async (role: keyof typeof members): Promise<PersonActor> => {
    const { name, email, joinedAfter, seenAgo } = members[role]
    const joinedAt = new Date(foundedAt(now).getTime() + joinedAfter * hourMs)
    const invitedAt = new Date(joinedAt.getTime() - hourMs)
    const { id } = await tx.user.upsert({
      where: { email },
      create: { id: newId("user", joinedAt.getTime()), email, name, email_verified_at: joinedAt, created_at: joinedAt },
      update: {},
    })
    const membership = { team_id: team.id, user_id: id, role, created_at: joinedAt }
    // A mail server that an operator configures later would bounce the daily email.
    await tx.membership.create({ data: { ...membership, signal_digest: "off" } })
    await recordVisit(tx, id, new Date(now.getTime() - seenAgo * hourMs))
    const actor = { kind: "person", id, name, email, role } as const
    const invitationId = newId("invitation", invitedAt.getTime())
    const invited: AuditRecord = { action: "member.invited", subject_id: invitationId, after: { email, role } }
    await recordAudit(sampleAudit(team, owner, invitedAt), invited, tx)
    const joined: AuditRecord = { action: "member.joined", subject_id: id, after: { name, role } }
    await recordAudit(sampleAudit(team, actor, joinedAt), joined, tx)
    return actor
  }
  return { owner, admin: await create("admin"), member: await create("member"), viewer: await create("viewer") }
}

/** Writes a session for "last seen". It opens nothing, because no browser has a cookie for it. */
async function recordVisit(tx: Prisma.TransactionClient, user_id: string, at: Date) {
  const times = { created_at: at, last_used_at: at, expires_at: new Date(at.getTime() + 30 * 24 * hourMs) }
  await tx.session.create({ data: { id: newId("session", at.getTime()), user_id, session_version: 1, ...times } })
}
