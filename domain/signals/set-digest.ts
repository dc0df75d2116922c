/** Turns the daily email of a team's new signals on or off for the signed-in user. */
import { z } from "zod"
import { type AuditRecord, recordAudit } from "@/domain/audit/record"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { digestSetting } from "./digest-setting"

const setting = { team_id: id("team"), digest: digestSetting }

export const setDigest = defineOperation({
  id: "signals.setDigest",
  summary: "Turn your daily email of signals on or off",
  audience: "person",
  kind: "mutation",
  input: z.strictObject(setting),
  output: z.object(setting),
  async handle(ctx, { team_id, digest }) {
    await prisma.$transaction(async (tx) => {
      const { count } = await tx.membership.updateMany({
        where: { team_id, user_id: ctx.actor.id },
        data: { signal_digest: digest },
      })
      if (count === 0) throw notFound("team")
      const entry: AuditRecord = { action: "member.digest_changed", subject_id: ctx.actor.id, after: { digest } }
      await recordAudit({ ...ctx, team: { id: team_id } }, entry, tx)
    })
    return { data: { team_id, digest } }
  },
})
