/** Sets the source type of a cited domain, where the automatic classification is wrong. */
import { z } from "zod"
import { sourceClass } from "@/domain/answers/extraction/sources"
import { recordAudit } from "@/domain/audit/record"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma, rowsIn, sql } from "@/prisma/client"
import { lockProject, requireNotArchived } from "./lock-project"
import { requestRecount } from "./request-recount"

const typeRow = z.object({ domain: z.string(), source_class: z.string().nullable() })

export const setSourceType = defineOperation({
  id: "aiVisibility.setSourceType",
  summary: "Set the source type of a domain",
  description:
    "Applies to all pages of the domain in this project. Earlier citations are updated in the background. Pages of your brand and of competitors keep their type.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({
    project_id: id("aiProject"),
    domain: z
      .string()
      .min(1)
      .max(253)
      .toLowerCase()
      .meta({ description: "The registrable domain, such as `example.com`." }),
    source_class: sourceClass
      .exclude(["own", "competitor"])
      .nullable()
      .meta({ description: "The source type. `null` restores the automatic classification." }),
  }),
  output: typeRow,
  fails: ["state_conflict"],
  async handle(ctx, { project_id, domain, source_class }) {
    const team_id = ctx.team.id
    await prisma.$transaction(async (tx) => {
      requireNotArchived(await lockProject(tx, team_id, project_id))
      const project = sql`team_id = ${team_id} and id = ${project_id}`
      const [before] = await rowsIn(
        tx,
        typeRow,
        sql`select ${domain}::text as domain, source_types ->> ${domain}::text as source_class from ai_project where ${project}`,
      )
      if (before?.source_class === source_class) return
      await tx.$executeRaw(sql`
        update ai_project set updated_at = ${ctx.now()},
          source_types = case when ${source_class}::text is null then source_types - ${domain}::text
            else source_types || jsonb_build_object(${domain}::text, ${source_class}::text) end
        where ${project}`)
      await requestRecount(tx, { teamId: team_id, projectId: project_id })
      const after = { domain, source_class }
      await recordAudit(ctx, { action: "ai_visibility.source_type_set", subject_id: project_id, before, after }, tx)
    })
    return { data: { domain, source_class } }
  },
})
