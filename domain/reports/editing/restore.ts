/** Restores an archived report as a draft. */
import { defineOperation } from "@/domain/kernel/operation"
import { statusChange } from "./change-status"

export const restoreReport = defineOperation({
  id: "reports.restore",
  summary: "Restore an archived report",
  description: "The report becomes a draft.",
  ...statusChange({ from: ["archived"], to: "draft", action: "report.restored" }),
  fails: ["already_exists", "plan_limit_reached", "state_conflict"],
})
