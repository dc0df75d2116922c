/** Creates scans for tests. */
import { newId } from "@/domain/kernel/ids"
import { inTeam, prisma } from "@/prisma/client"

/** A scan of a project that ended at `finishedAt`, created directly in the database. It has no answers. */
export const freshEndedScan = (team: { id: string }, project_id: string, status: string, finishedAt: Date) =>
  inTeam(team.id, () =>
    prisma.scan.create({
      data: {
        id: newId("scan", finishedAt.getTime()),
        team_id: team.id,
        project_id,
        trigger: "manual",
        status,
        panel_version: 1,
        finished_at: finishedAt,
        error_code: status === "failed" ? "engine_error" : null,
      },
    }),
  )
