/** Adds a brand to a project and starts a recount, so that answers of earlier scans are searched for it too. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { id, newId } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { lockProject, requireNotArchived } from "../lock-project"
import { requestRecount } from "../request-recount"
import { brand, brandKinds, findBrand } from "./brand"
import { brandSettings, requireFreeName } from "./brand-settings"

const { name, aliases, negative_aliases, everyday_word, domains, domain_paths } = brandSettings

export const createBrand = defineOperation({
  id: "aiVisibility.createBrand",
  summary: "Add a brand to an AI-visibility project",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({
    project_id: id("aiProject"),
    name,
    kind: z.enum(brandKinds).exclude(["own"]).default("competitor"),
    aliases: aliases.default([]),
    negative_aliases: negative_aliases.default([]),
    everyday_word: everyday_word.default(null),
    domains: domains.default([]),
    domain_paths: domain_paths.default([]),
  }),
  output: brand,
  fails: ["already_exists", "state_conflict"],
  async handle(ctx, { project_id, ...input }) {
    const team_id = ctx.team.id
    const now = ctx.now()
    const brandId = newId("brand", now.getTime())
    await prisma.$transaction(async (tx) => {
      requireNotArchived(await lockProject(tx, team_id, project_id))
      await requireFreeName(tx, { teamId: team_id, projectId: project_id, name: input.name })
      await tx.aiBrand.create({ data: { ...input, id: brandId, team_id, project_id, created_at: now } })
      if (input.kind !== "ignored") await requestRecount(tx, { teamId: team_id, projectId: project_id })
      await recordAudit(ctx, { action: "ai_visibility.brand_created", subject_id: brandId, after: input }, tx)
    })
    return { data: await findBrand(team_id, brandId) }
  },
})
