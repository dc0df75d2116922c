/** Changes the settings of a report. Fields that are left out stay unchanged. */
import { z } from "zod"
import { changedStates, recordAudit } from "@/domain/audit/record"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { report, requireReport } from "../report"
import { lockReport, lockUnarchivedClientOf, reportSettings, requireEditable, requireUniqueName } from "./settings"

export const updateReport = defineOperation({
  id: "reports.update",
  summary: "Change a report's settings",
  description: "An archived report cannot be changed. The widgets change with `reports.updateLayout`.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z
    .strictObject(reportSettings)
    .partial()
    .extend({ report_id: id("report") }),
  output: report,
  fails: ["already_exists", "state_conflict"],
  async handle(ctx, { report_id, ...change }) {
    const team_id = ctx.team.id
    await prisma.$transaction(async (tx) => {
      const { id: client_id } = await lockUnarchivedClientOf(tx, team_id, report_id)
      const old = await lockReport(tx, team_id, report_id)
      requireEditable(old)
      if (change.name !== undefined)
        await requireUniqueName(tx, { team_id, client_id, name: change.name, exceptId: report_id })
      await tx.report.updateMany({ where: { team_id, id: report_id }, data: { ...change, updated_at: ctx.now() } })
      const states = changedStates({ name: old.name }, old, change)
      await recordAudit(ctx, { action: "report.updated", subject_id: report_id, ...states }, tx)
    })
    return { data: await requireReport(team_id, report_id) }
  },
})
