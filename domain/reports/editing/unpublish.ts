/** Turns a published report into a draft. */
import { defineOperation } from "@/domain/kernel/operation"
import { statusChange } from "./change-status"

export const unpublishReport = defineOperation({
  id: "reports.unpublish",
  summary: "Turn a published report into a draft",
  description: "Share links of the report stop working until it is published again.",
  ...statusChange({ from: ["published"], to: "draft", action: "report.unpublished" }),
})
