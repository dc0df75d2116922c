/** Creates an AI-visibility project for a client, together with your brand. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { notFound, Problem } from "@/domain/kernel/errors"
import { id, newId } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma, rowsIn, sql } from "@/prisma/client"
import { brandSettings, requireFreeName } from "./brands/brand-settings"
import { competitor } from "./brands/change-competitors"
import { planNextScan } from "./plan-next-scan"
import { findProject, type Project, project } from "./project"
import { projectSettings } from "./project-settings"

const { name, schedule, runs_per_prompt, regions, language, asked_engines, monthly_answer_budget } = projectSettings

export const createProject = defineOperation({
  id: "aiVisibility.createProject",
  summary: "Create an AI-visibility project",
  description: "Creates a project without prompts. Add them afterwards.",
  audience: "team",
  kind: "mutation",
  role: "member",
  tool: {
    name: "create_visibility_project",
    title: "Create AI-visibility project",
    page: "ai-visibility/{id}",
    description:
      "Creates an AI-visibility project for a client, with its brand and competitors. It has no prompts and no schedule, and starts no scan.",
    // These decide what later scans cost. update_visibility_project can set the schedule, because clients ask the user
    // before they call it. Models cannot set the runs or the budget.
    omit: ["monthly_answer_budget", "schedule", "runs_per_prompt"],
    effect: "create",
  },
  input: z.strictObject({
    client_id: id("client"),
    name,
    own_brand: z.strictObject({
      name: brandSettings.name,
      aliases: brandSettings.aliases.default([]),
      domains: brandSettings.domains.default([]),
    }),
    competitors: z
      .array(competitor)
      .max(20)
      .default([])
      .meta({ description: "The competitors that the project tracks." }),
    schedule: schedule.default({ every: "manual" }),
    runs_per_prompt: runs_per_prompt.default(3),
    regions: regions.default([]),
    language: language.default("en"),
    asked_engines: asked_engines.default([]),
    monthly_answer_budget: monthly_answer_budget.default(0),
  }),
  output: project,
  fails: ["already_exists", "state_conflict"],
  async handle(ctx, { own_brand, competitors, ...input }) {
    const team_id = ctx.team.id
    const now = ctx.now()
    const project_id = newId("aiProject", now.getTime())
    await prisma.$transaction(async (tx) => {
      const clients = await rowsIn(
        tx,
        statusRow,
        sql`select status from client where team_id = ${team_id} and id = ${input.client_id} for update`,
      )
      if (!clients[0]) throw notFound("client")
      if (clients[0].status === "archived")
        throw new Problem("state_conflict", "This client is archived. Restore it before you add a project.")
      const existing = await tx.aiProject.findFirst({
        where: { team_id, client_id: input.client_id, name: input.name },
      })
      if (existing) throw nameTaken(input.name)
      await tx.aiProject.create({ data: { ...input, id: project_id, team_id, created_at: now, updated_at: now } })
      await tx.aiBrand.create({
        data: { ...own_brand, id: newId("brand", now.getTime()), team_id, project_id, kind: "own", created_at: now },
      })
      for (const given of competitors) {
        await requireFreeName(tx, { teamId: team_id, projectId: project_id, name: given.name })
        const brand = { ...given, id: newId("brand", now.getTime()), kind: "competitor", created_at: now }
        await tx.aiBrand.create({ data: { ...brand, team_id, project_id } })
      }
      await planNextScan(tx, team_id, project_id, now)
      const after = { ...input, own_brand: own_brand.name, competitors: competitors.map(({ name }) => name) }
      await recordAudit(ctx, { action: "ai_visibility.project_created", subject_id: project_id, after }, tx)
    })
    return { data: (await findProject(team_id, project_id)) as Project }
  },
})

export function nameTaken(name: string) {
  const detail = `This client already has a project named ${name}.`
  return new Problem("already_exists", detail, { errors: [{ parameter: "name", code: "already_exists", detail }] })
}

const statusRow = z.object({ status: z.string() })
