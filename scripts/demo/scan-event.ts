/** Builds the data of a `scan.completed` event from the team's latest finished scan. All values are real. */

import type { TeamFacts } from "@/domain/kernel/context"
import { describeScan } from "@/domain/scans/describe-scan"
import { inTeam, prisma } from "@/prisma/client"
import { UserError } from "../user-error"

export async function scanEventData(team: TeamFacts) {
  const where = { team_id: team.id, status: { in: ["completed", "partial", "failed"] }, finished_at: { not: null } }
  const latest = await inTeam(team.id, () =>
    prisma.scan.findFirst({ where, orderBy: { finished_at: "desc" }, select: { id: true } }),
  )
  if (!latest)
    throw new UserError(
      `${team.name} has no finished scan. Import answers with: npm run import -- answers <file> --project <name>`,
    )
  return describeScan(team, latest.id)
}
