/** Turns the daily email of new signals off with the link of an email. Needs no sign-in. */
import { z } from "zod"
import { type AuditRecord, recordAudit } from "@/domain/audit/record"
import { notFound } from "@/domain/kernel/errors"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { membershipOf } from "./unsubscribe-token"

export const unsubscribe = defineOperation({
  id: "signals.unsubscribe",
  summary: "Turn off a daily email of signals with its link",
  audience: "public",
  kind: "mutation",
  input: z.strictObject({ token: z.string().max(200) }),
  output: z.object({ digest: z.literal("off") }),
  async handle(ctx, { token }) {
    const where = membershipOf(token)
    if (!where) throw notFound("link")
    await prisma.$transaction(async (tx) => {
      // A person who has left the team gets no email either, so the link is still valid.
      const { count } = await tx.membership.updateMany({ where, data: { signal_digest: "off" } })
      if (count === 0) return
      const entry: AuditRecord = {
        action: "member.digest_changed",
        subject_id: where.user_id,
        after: { digest: "off" },
      }
      const actor = { kind: "system", name: "Link in an email" } as const
      await recordAudit({ ...ctx, team: { id: where.team_id }, actor }, entry, tx)
    })
    return { data: { digest: "off" as const } }
  },
})
