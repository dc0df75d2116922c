/** Starts a scan of a project, or fails with the reason why it cannot start. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { problemOf } from "./blockers"
import { exampleScan, findScan, scan } from "./scan"
import { startScan, startTimeoutMs } from "./start-scan"

export const createScan = defineOperation({
  id: "scans.create",
  summary: "Start a scan of an AI-visibility project",
  description: "Sends each active prompt to every engine of the project. A project can have only one scan in progress.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ project_id: id("aiProject") }),
  output: scan,
  example: exampleScan,
  fails: ["state_conflict", "plan_required", "plan_limit_reached"],
  async handle(ctx, { project_id }) {
    const team_id = ctx.team.id
    const scanId = await prisma.$transaction(
      async (tx) => {
        const started = await startScan(tx, ctx, project_id, "manual")
        if (started.scan_id === null) throw problemOf(started.blocker, started.size)
        return started.scan_id
      },
      { timeout: startTimeoutMs },
    )
    return { data: await findScan(team_id, scanId) }
  },
})
