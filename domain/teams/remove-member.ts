/** Removes somebody from the team. What they made, keys too, stays with the team. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { notFound } from "@/domain/errors"
import { id } from "@/domain/ids"
import { defineOperation } from "@/domain/operation"
import { prisma } from "@/prisma/client"
import { demandAnotherOwner, demandOwner, lockSeats } from "./member"

export const removeMember = defineOperation({
  id: "teams.removeMember",
  summary: "Remove a member from the team",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({ person_id: id("user") }),
  output: z.object({ person_id: id("user") }),
  async handle(ctx, { person_id }) {
    await prisma.$transaction(async (tx) => {
      const seats = await lockSeats(tx, ctx.team.id)
      const seat = seats.find((s) => s.user_id === person_id)
      if (!seat) throw notFound("member")
      const acting = seats.find((s) => ctx.actor.kind === "person" && s.user_id === ctx.actor.id)
      if (seat.role === "owner") demandOwner(acting?.role, "Only an owner can remove an owner.")
      demandAnotherOwner(seats, seat)
      await tx.membership.deleteMany({ where: { team_id: ctx.team.id, user_id: person_id } })
      const before = { name: seat.name, role: seat.role }
      await recordAudit(ctx, { action: "member.removed", subject_id: person_id, before }, tx)
    })
    return { data: { person_id } }
  },
})
