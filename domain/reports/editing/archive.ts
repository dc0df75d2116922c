/** Archives a report. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { exampleReport, report } from "../report"
import { changeStatus } from "./change-status"

export const archiveReport = defineOperation({
  id: "reports.archive",
  summary: "Archive a report",
  description: "An archived report has no live data and cannot be changed. Its share links stop working.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ report_id: id("report") }),
  output: report,
  example: exampleReport,
  fails: ["state_conflict"],
  async handle(ctx, { report_id }) {
    return {
      data: await changeStatus(ctx, report_id, {
        from: ["draft", "published"],
        to: "archived",
        action: "report.archived",
      }),
    }
  },
})
