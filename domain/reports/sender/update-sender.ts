/** Changes the name and the logo that the team's reports show. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { describeLogo, logoColumns, logoInput } from "./logo"
import { findSender, type Sender, sender } from "./sender"

export const updateSender = defineOperation({
  id: "reports.updateSender",
  summary: "Change the sender of reports",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({
    name: z.string().trim().min(1).max(80).nullable().optional().meta({ description: "null: the team's name." }),
    logo: logoInput().nullable().optional().meta({ description: "The file as base64. null removes the logo." }),
  }),
  output: sender,
  async handle(ctx, { name, logo }) {
    const team_id = ctx.team.id
    const changes = { ...(name !== undefined && { name }), ...(logo !== undefined && logoColumns(logo)) }
    return prisma.$transaction(async (tx) => {
      const before = await findSender(team_id, tx)
      await tx.reportSender.upsert({ where: { team_id }, create: { team_id, ...changes }, update: changes })
      const after = await findSender(team_id, tx)
      const states = { before: auditState(before), after: auditState(after) }
      if (JSON.stringify(after) !== JSON.stringify(before))
        await recordAudit(ctx, { action: "team.report_sender_changed", subject_id: team_id, ...states }, tx)
      return { data: after }
    })
  },
})

/** What the audit log shows. It does not contain the file. */
const auditState = ({ custom_name, logo }: Sender) => ({ sender_name: custom_name, logo: describeLogo(logo) })
