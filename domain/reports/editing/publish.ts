/** Publishes a report, so that share links can show it. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { exampleReport, report } from "../report"
import { changeStatus } from "./change-status"

export const publishReport = defineOperation({
  id: "reports.publish",
  summary: "Publish a report",
  description: "Share links show published reports only.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ report_id: id("report") }),
  output: report,
  example: exampleReport,
  fails: ["state_conflict"],
  async handle(ctx, { report_id }) {
    return {
      data: await changeStatus(ctx, report_id, { from: ["draft"], to: "published", action: "report.published" }),
    }
  },
})
