/** Changes an AI-visibility project; what is left out stays as it is. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { id } from "@/domain/ids"
import { defineOperation } from "@/domain/operation"
import { prisma } from "@/prisma/client"
import { nameTaken } from "./create-project"
import { demandLive, lockProject } from "./lock-project"
import { exampleProject, findProject, type Project, project, projectStatuses } from "./project"
import { projectSettings } from "./project-settings"

const { language, ...changeable } = projectSettings
const changes = z.strictObject({ ...changeable, status: z.enum(projectStatuses) }).partial()

export const updateProject = defineOperation({
  id: "aiVisibility.updateProject",
  summary: "Change an AI-visibility project",
  description: "A paused project starts no scan; an archived one takes no other change. Its figures stay.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: changes.extend({ project_id: id("aiProject") }),
  output: project,
  example: exampleProject,
  fails: ["already_exists", "state_conflict"],
  async handle(ctx, { project_id, ...change }) {
    const team_id = ctx.team.id
    await prisma.$transaction(async (tx) => {
      const old = await lockProject(tx, team_id, project_id)
      if (!change.status) demandLive(old)
      if (change.name !== undefined && change.name !== old.name) {
        const where = { team_id, client_id: old.client_id, name: change.name }
        if (await tx.aiProject.findFirst({ where })) throw nameTaken(change.name)
      }
      await tx.aiProject.updateMany({ where: { team_id, id: project_id }, data: { ...change, updated_at: ctx.now() } })
      await recordAudit(ctx, { action: "ai_visibility.project_updated", subject_id: project_id, after: change }, tx)
    })
    return { data: (await findProject(team_id, project_id)) as Project }
  },
})
