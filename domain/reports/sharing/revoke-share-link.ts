/** Revokes a share link. It stops working immediately. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { findShareLink, type ShareLink, shareLink } from "./share-link"

export const revokeShareLink = defineOperation({
  id: "reports.revokeShareLink",
  summary: "Revoke a share link",
  description: "The link stops working immediately. Revoking a link twice changes nothing.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ share_link_id: id("shareLink") }),
  output: shareLink,
  async handle(ctx, { share_link_id }) {
    const team_id = ctx.team.id
    const now = ctx.now()
    const link = await findShareLink(team_id, share_link_id, now)
    if (!link) throw notFound("share link")
    await prisma.$transaction(async (tx) => {
      const where = { team_id, id: share_link_id, revoked_at: null }
      const { count } = await tx.reportShareLink.updateMany({ where, data: { revoked_at: now } })
      if (count === 0) return
      const report = await tx.report.findFirst({ where: { team_id, id: link.report_id }, select: { name: true } })
      const after = { name: report?.name, share_link_id }
      await recordAudit(ctx, { action: "report.share_link_revoked", subject_id: link.report_id, after }, tx)
    })
    return { data: (await findShareLink(team_id, share_link_id, now)) as ShareLink }
  },
})
