/** Defines a member: a user in a team, with a role. */
import { z } from "zod"
import { type Role, roles } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { timestamp } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { type Prisma, sql } from "@/prisma/client"

export const member = z
  .object({
    person_id: id("user"),
    name: z.string(),
    email: z.string(),
    role: z.enum(roles),
    joined_at: timestamp(),
  })
  .meta({ id: "Member" })

export type Member = z.infer<typeof member>

export const exampleMember: Member = {
  person_id: exampleId("user"),
  name: "Ada Lindqvist",
  email: "ada@example.com",
  role: "owner",
  joined_at: "2026-01-12T09:30:00.000Z",
}

export type Seat = { user_id: string; role: Role; name: string }

/**
 * Locks all memberships of the team until the transaction ends, so that two concurrent changes cannot remove the last
 * two owners.
 */
export const lockSeats = (tx: Prisma.TransactionClient, teamId: string) =>
  tx.$queryRaw<Seat[]>(sql`
    select m.user_id, m.role, u.name from membership m join "user" u on u.id = m.user_id
    where m.team_id = ${teamId} order by m.user_id for update of m`)

/** Throws when the team would lose its last owner. */
export function requireAnotherOwner(seats: Seat[], leaving: Seat) {
  if (leaving.role !== "owner" || seats.some((s) => s.role === "owner" && s.user_id !== leaving.user_id)) return
  throw new Problem("state_conflict", `${leaving.name} is the only owner. Make another member an owner first.`)
}

/** Throws unless the actor is an owner. Only owners can add, change or remove an owner. */
export function requireOwner(actorRole: Role | undefined, reason: string) {
  if (actorRole !== "owner") throw new Problem("role_missing", reason)
}
