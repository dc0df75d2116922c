/** Changes the status of a report. report.ts describes the possible changes. */
import type { AuditAction } from "@/domain/audit/actions"
import { changedStates, recordAudit } from "@/domain/audit/record"
import type { TeamContext } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { prisma } from "@/prisma/client"
import { type ReportRow, requireReport } from "../report"
import { lockReport, lockUnarchivedClientOf, requireCapacity, requireUniqueName } from "./settings"

type Status = ReportRow["status"]
type Move = { from: readonly Status[]; to: Status; action: AuditAction }

/** Throws `state_conflict` if the report has none of the statuses in `from`. */
export async function changeStatus(
  ctx: TeamContext,
  report_id: string,
  { from, to, action }: Move,
): Promise<ReportRow> {
  const team_id = ctx.team.id
  const now = ctx.now()
  await prisma.$transaction(async (tx) => {
    const { id: client_id } = await lockUnarchivedClientOf(tx, team_id, report_id)
    const old = await lockReport(tx, team_id, report_id)
    if (!from.includes(old.status))
      throw new Problem(
        "state_conflict",
        `The report is ${old.status}, so this action is not possible. Reload the page to see its current state.`,
      )
    if (old.status === "archived") {
      await requireUniqueName(tx, { team_id, client_id, name: old.name, exceptId: report_id })
      await requireCapacity(tx, { team_id, client_id })
    }
    const published_at = to === "published" ? now : null
    const data = { status: to, updated_at: now, ...(to !== "archived" && { published_at }) }
    await tx.report.updateMany({ where: { team_id, id: report_id }, data })
    const states = changedStates({ name: old.name }, old, { status: to })
    await recordAudit(ctx, { action, subject_id: report_id, ...states }, tx)
  })
  return requireReport(team_id, report_id)
}
