/** Restores an archived client. */
import { defineOperation } from "@/domain/kernel/operation"
import { statusChange } from "./change-status"

export const restoreClient = defineOperation({
  id: "clients.restore",
  summary: "Restore an archived client",
  description: "Makes the client active again. Scheduled scans start at their next scheduled time.",
  role: "admin",
  ...statusChange({ from: ["archived"], to: "active", pastTense: "restored" }),
})
