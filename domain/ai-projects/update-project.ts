/** Updates an AI-visibility project. Omitted fields stay unchanged. */
import { isDeepStrictEqual } from "node:util"
import { z } from "zod"
import { changedStates, recordAudit } from "@/domain/audit/record"
import type { Actor } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { roleAtLeast } from "@/domain/kernel/roles"
import { prisma } from "@/prisma/client"
import { changeCompetitors, competitorChanges } from "./brands/change-competitors"
import { nameTaken } from "./create-project"
import { type LockedProject, lockProject, requireNotArchived } from "./lock-project"
import { planNextScan } from "./plan-next-scan"
import { findProject, type Project, project, projectStatuses } from "./project"
import { projectSettings } from "./project-settings"

const { language, ...changeable } = projectSettings
const changes = z.strictObject({ ...changeable, status: z.enum(projectStatuses), ...competitorChanges }).partial()

export const updateProject = defineOperation({
  id: "aiVisibility.updateProject",
  summary: "Change an AI-visibility project",
  description:
    "A paused project starts no scans. An archived project must be reactivated before or together with other changes. Metrics are not changed in either case. Raising `monthly_answer_budget` requires the role admin.",
  audience: "team",
  kind: "mutation",
  role: "member",
  tool: {
    name: "update_visibility_project",
    title: "Update AI-visibility project",
    page: "ai-visibility/{id}",
    description:
      "Changes the name, engines, regions, schedule or status of an AI-visibility project, and adds or removes competitors. A removed competitor is not tracked any more. Its history stays.",
    // Models cannot change the budget or the number of runs.
    omit: ["monthly_answer_budget", "runs_per_prompt"],
    effect: "change",
  },
  input: changes.extend({ project_id: id("aiProject") }),
  output: project,
  fails: ["already_exists", "state_conflict"],
  async handle(ctx, { project_id, ...change }) {
    const team_id = ctx.team.id
    await prisma.$transaction(async (tx) => {
      const old = await lockProject(tx, team_id, project_id)
      if (!isAllowedWhenArchived(change)) requireNotArchived(old)
      requireBudgetPermission(ctx.actor, old, change.monthly_answer_budget)
      if (change.name !== undefined && change.name !== old.name) {
        const where = { team_id, client_id: old.client_id, name: change.name }
        if (await tx.aiProject.findFirst({ where })) throw nameTaken(change.name)
      }
      const { add_competitors, remove_competitors, ...settings } = change
      await changeCompetitors(tx, ctx, old, change)
      const current = await tx.aiProject.findFirstOrThrow({ where: { team_id, id: project_id } })
      const { before, after } = changedStates({ name: old.name }, current, settings)
      await tx.aiProject.updateMany({
        where: { team_id, id: project_id },
        data: { ...settings, updated_at: ctx.now() },
      })
      if (movesNextScan(old, change)) await planNextScan(tx, team_id, project_id, ctx.now())
      const states = { before, after: { ...after, ...change } }
      await recordAudit(ctx, { action: "ai_visibility.project_updated", subject_id: project_id, ...states }, tx)
    })
    return { data: (await findProject(team_id, project_id)) as Project }
  },
})

type Change = z.output<typeof changes>

/**
 * True for the changes that an archived project accepts: the status "active" with any other fields, or any status
 * alone.
 */
const isAllowedWhenArchived = ({ status, ...others }: Change) =>
  status === "active" || (status !== undefined && Object.keys(others).length === 0)

const movesNextScan = (old: LockedProject, { status, schedule }: Change) =>
  (status ?? old.status) !== old.status || !isDeepStrictEqual(schedule ?? old.schedule, old.schedule)

const parameter = "monthly_answer_budget"

/**
 * Answers cost money, so members may only lower the budget. Throws `role_missing` when `newBudget` allows more answers
 * than the project's budget and the actor is not an admin.
 */
function requireBudgetPermission(actor: Actor, project: LockedProject, newBudget: number | undefined) {
  if (newBudget === undefined || limitOf(newBudget) <= limitOf(project.monthly_answer_budget)) return
  if (actor.kind === "system" || (actor.kind === "person" && roleAtLeast(actor.role, "admin"))) return
  const detail = "Only an admin or owner can raise the monthly answer budget. You can lower it."
  throw new Problem("role_missing", detail, { errors: [{ parameter, code: "role_missing", detail }] })
}

/** 0 means that the project has no limit, so only the plan's limit applies. */
const limitOf = (budget: number) => (budget === 0 ? Number.POSITIVE_INFINITY : budget)
