/** Turns a published report into a draft. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { exampleReport, report } from "../report"
import { changeStatus } from "./change-status"

export const unpublishReport = defineOperation({
  id: "reports.unpublish",
  summary: "Turn a published report into a draft",
  description: "Share links of the report stop working until it is published again.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ report_id: id("report") }),
  output: report,
  example: exampleReport,
  fails: ["state_conflict"],
  async handle(ctx, { report_id }) {
    return {
      data: await changeStatus(ctx, report_id, { from: ["published"], to: "draft", action: "report.unpublished" }),
    }
  },
})
