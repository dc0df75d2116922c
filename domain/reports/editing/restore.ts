/** Restores an archived report as a draft. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { exampleReport, report } from "../report"
import { changeStatus } from "./change-status"

export const restoreReport = defineOperation({
  id: "reports.restore",
  summary: "Restore an archived report",
  description: "The report becomes a draft.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ report_id: id("report") }),
  output: report,
  example: exampleReport,
  fails: ["already_exists", "plan_limit_reached", "state_conflict"],
  async handle(ctx, { report_id }) {
    return { data: await changeStatus(ctx, report_id, { from: ["archived"], to: "draft", action: "report.restored" }) }
  },
})
