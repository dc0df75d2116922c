/** Resumes a paused client. */
import { defineOperation } from "@/domain/kernel/operation"
import { statusChange } from "./change-status"

export const resumeClient = defineOperation({
  id: "clients.resume",
  summary: "Resume a paused client",
  description: "Scheduled scans start again at their next scheduled time. Missed scans are not repeated.",
  role: "member",
  ...statusChange({ from: ["paused"], to: "active", pastTense: "resumed" }),
})
