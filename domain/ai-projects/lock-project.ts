/** Locks a project's row for a change, so that concurrent changes to one prompt set run one after the other. */
import { z } from "zod"
import { notFound, Problem } from "@/domain/kernel/errors"
import { type Prisma, rowsIn, sql } from "@/prisma/client"
import { schedule } from "./schedule"

const lockedProject = z.object({
  id: z.string(),
  client_id: z.string(),
  name: z.string(),
  language: z.string(),
  panel_version: z.int(),
  status: z.string(),
  schedule,
  monthly_answer_budget: z.int(),
})
export type LockedProject = z.infer<typeof lockedProject>

export async function lockProject(
  tx: Prisma.TransactionClient,
  teamId: string,
  projectId: string,
): Promise<LockedProject> {
  const [found] = await rowsIn(
    tx,
    lockedProject,
    sql`
      select id, client_id, name, language, panel_version, status, schedule, monthly_answer_budget from ai_project where team_id = ${teamId} and id = ${projectId} for update`,
  )
  if (!found) throw notFound("AI-visibility project")
  return found
}

/**
 * Keeps others from changing the project until the transaction ends, so that what it reads of the project's brands and
 * recount stays true. Other transactions can hold the same lock.
 */
export const preventProjectChanges = (tx: Prisma.TransactionClient, teamId: string, projectId: string) =>
  tx.$executeRaw(sql`select from ai_project where team_id = ${teamId} and id = ${projectId} for share`)

/** Throws for an archived project. Its metrics stay readable, and only its status can change. */
export function requireNotArchived({ status }: LockedProject) {
  if (status === "archived")
    throw new Problem("state_conflict", "This project is archived. Reactivate it before you change it.")
}

/**
 * Increments the version of the prompt set. Comparisons with earlier scans then use only the cells (prompt, engine and
 * region) that both have. Repeated calls with the same `project` increment it once. Returns the new version.
 */
export async function incrementPanelVersion(tx: Prisma.TransactionClient, teamId: string, project: LockedProject) {
  const panel_version = project.panel_version + 1
  await tx.aiProject.updateMany({
    where: { team_id: teamId, id: project.id },
    data: { panel_version, updated_at: new Date() },
  })
  return panel_version
}
