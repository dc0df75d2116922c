/** Changes the status of a report. report.ts describes the possible changes. Each operation adds its texts. */
import { z } from "zod"
import type { AuditAction } from "@/domain/audit/actions"
import { changedStates, recordAudit } from "@/domain/audit/record"
import type { TeamContext } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { prisma } from "@/prisma/client"
import { type ReportRow, report, requireReport } from "../report"
import { lockReport, lockUnarchivedClientOf, requireCapacity, requireUniqueName } from "./settings"

type Status = ReportRow["status"]
type StatusChange = {
  /** The statuses in which the change is possible. */
  from: readonly Status[]
  to: Status
  action: Extract<AuditAction, `report.${"archived" | "published" | "restored" | "unpublished"}`>
}

/** The parts of a definition that all operations on the status share. */
export const statusChange = (change: StatusChange) => ({
  audience: "team" as const,
  kind: "mutation" as const,
  role: "member" as const,
  input: z.strictObject({ report_id: id("report") }),
  output: report,
  fails: ["state_conflict" as const],
  handle: async (ctx: TeamContext, { report_id }: { report_id: string }) => ({
    data: await changeStatus(ctx, report_id, change),
  }),
})

/** Throws `state_conflict` if the report's status is not in `from`. */
async function changeStatus(
  ctx: TeamContext,
  report_id: string,
  { from, to, action }: StatusChange,
): Promise<ReportRow> {
  const team_id = ctx.team.id
  const now = ctx.now()
  await prisma.$transaction(async (tx) => {
    const { id: client_id } = await lockUnarchivedClientOf(tx, team_id, report_id)
    const old = await lockReport(tx, team_id, report_id)
    if (!from.includes(old.status)) throw new Problem("state_conflict", describeConflict(old.status, { to, action }))
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

const statusNames: Record<Status, string> = { draft: "a draft", published: "published", archived: "archived" }

function describeConflict(status: Status, { to, action }: Pick<StatusChange, "to" | "action">): string {
  const name = statusNames[status]
  if (status === to) return `The report is already ${name}.`
  return `The report is ${name}, so it cannot be ${action.replace("report.", "")}.`
}
