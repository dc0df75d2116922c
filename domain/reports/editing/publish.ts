/** Publishes a report, so that share links can show it. */
import { defineOperation } from "@/domain/kernel/operation"
import { statusChange } from "./change-status"

export const publishReport = defineOperation({
  id: "reports.publish",
  summary: "Publish a report",
  description: "Share links show published reports only.",
  ...statusChange({ from: ["draft"], to: "published", action: "report.published" }),
})
