/** Archives a report. */
import { defineOperation } from "@/domain/kernel/operation"
import { statusChange } from "./change-status"

export const archiveReport = defineOperation({
  id: "reports.archive",
  summary: "Archive a report",
  description: "An archived report has no live data and cannot be changed. Its share links stop working.",
  ...statusChange({ from: ["draft", "published"], to: "archived", action: "report.archived" }),
})
