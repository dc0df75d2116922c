/** Creates a share link of a published report. The token is shown only once. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { actorId } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { id, newId } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { limitsOf } from "@/domain/kernel/plans"
import { prisma } from "@/prisma/client"
import { lockReport } from "../editing/settings"
import { findShareLink, hashToken, maxShareLinks, newToken, type ShareLink, shareLink, urlOf } from "./share-link"

export const createShareLink = defineOperation({
  id: "reports.createShareLink",
  summary: "Create a share link of a report",
  description:
    "Everyone with the link can read this report and its live data without signing in. They see nothing else of the team. The report must be published.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({
    report_id: id("report"),
    expires_in_days: z
      .int()
      .min(1)
      .max(365)
      .default(30)
      .meta({ description: "The number of days until the link expires. Default: 30." }),
  }),
  output: z.object({
    link: shareLink,
    token: z.string().meta({ description: "The last part of the URL. It is only returned once." }),
    url: z.url().meta({ description: "The address to send to the client. It is only returned once." }),
  }),
  fails: ["plan_required", "plan_limit_reached", "state_conflict"],
  async handle(ctx, { report_id, expires_in_days }) {
    const team_id = ctx.team.id
    const now = ctx.now()
    const { label, hasDeveloperAccess } = limitsOf(ctx.team.plan)
    // Plans with developer access (API, MCP and webhooks) also include share links.
    if (!hasDeveloperAccess)
      throw new Problem("plan_required", `Share links are not part of the ${label} plan.`, {
        extra: { upgrade_path: `/${ctx.team.slug}/settings/plan` },
      })
    const token = newToken()
    const linkId = newId("shareLink", now.getTime())
    const expires_at = new Date(now.getTime() + expires_in_days * 86_400_000)
    await prisma.$transaction(async (tx) => {
      const { name, status } = await lockReport(tx, team_id, report_id)
      if (status !== "published")
        throw new Problem("state_conflict", `This report is ${statusNames[status]}. Publish it before you share it.`)
      const open = { team_id, report_id, revoked_at: null, expires_at: { gt: now } }
      if ((await tx.reportShareLink.count({ where: open })) >= maxShareLinks)
        throw new Problem(
          "plan_limit_reached",
          `This report has ${maxShareLinks} active share links, which is the limit. Revoke a link before you create another.`,
        )
      const times = { created_at: now, expires_at }
      await tx.reportShareLink.create({
        data: { id: linkId, team_id, report_id, token_hash: hashToken(token), created_by: actorId(ctx), ...times },
      })
      const after = { name, share_link_id: linkId, expires_at: expires_at.toISOString() }
      await recordAudit(ctx, { action: "report.share_link_created", subject_id: report_id, after }, tx)
    })
    const link = (await findShareLink(team_id, linkId, now)) as ShareLink
    return { data: { link, token, url: urlOf(token) } }
  },
})

const statusNames = { draft: "a draft", archived: "archived" }
