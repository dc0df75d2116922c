/** Returns the progress of a scan, engine by engine. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { progressOf, scanProgress } from "./progress"

export const getProgress = defineOperation({
  id: "scans.getProgress",
  summary: "Get the progress of a scan by engine",
  audience: "team",
  kind: "query",
  input: z.strictObject({ scan_id: id("scan") }),
  output: scanProgress,
  async handle({ team, now }, { scan_id }) {
    return { data: await progressOf(team.id, scan_id, now()) }
  },
})
