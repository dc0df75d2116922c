/** A member: a person in a team, in a role. */
import { z } from "zod"
import { type Role, roles } from "@/domain/context"
import { Problem } from "@/domain/errors"
import { timestamp } from "@/domain/fields"
import { exampleId, id } from "@/domain/ids"
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

/** Every seat of the team, locked until the transaction ends: two changes at once cannot both remove "the other" owner. */
export const lockSeats = (tx: Prisma.TransactionClient, teamId: string) =>
  tx.$queryRaw<Seat[]>(sql`
    select m.user_id, m.role, u.name from membership m join "user" u on u.id = m.user_id
    where m.team_id = ${teamId} order by m.user_id for update of m`)

/** A team always has an owner. */
export function demandAnotherOwner(seats: Seat[], leaving: Seat) {
  if (leaving.role !== "owner" || seats.some((s) => s.role === "owner" && s.user_id !== leaving.user_id)) return
  throw new Problem("state_conflict", `${leaving.name} is the only owner. Make somebody else an owner first.`)
}

/** Only an owner may make, change or remove an owner. */
export function demandOwner(actorRole: Role | undefined, reason: string) {
  if (actorRole !== "owner") throw new Problem("role_missing", reason)
}
