/** Lists the brands of a project, your brand first. */
import { z } from "zod"
import { listInProject } from "@/domain/answers/project-reads"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { createdInput, dateConditions, pageInput } from "@/domain/kernel/page"
import { sql } from "@/prisma/client"
import { brand, brandColumns, brandKinds, exampleBrand } from "./brand"

export const listBrands = defineOperation({
  id: "aiVisibility.listBrands",
  summary: "List the brands of a project",
  description:
    "Returns the brands of a project, with their aliases and domains: your brand first, then all others by name. This includes discovered and ignored brands.",
  audience: "team",
  kind: "query",
  scope: "ai_visibility:read",
  rest: { path: "/ai-visibility/projects/{project_id}/brands", tag: "AI visibility" },
  input: z.strictObject({
    project_id: id("aiProject"),
    ...pageInput,
    kind: z.array(z.enum(brandKinds)).min(1).optional().meta({ description: "Only brands of these kinds." }),
    ...createdInput,
  }),
  output: z.array(brand),
  example: [exampleBrand],
  async handle({ team }, query) {
    const { project_id, kind } = query
    return listInProject(
      {
        row: brand,
        cursorScope: ["aiVisibility.listBrands", team.id],
        columns: brandColumns(team.id),
        from: sql`ai_brand b`,
        where: [
          sql`b.team_id = ${team.id}`,
          sql`b.project_id = ${project_id}`,
          ...(kind ? [sql`b.kind = any(${kind})`] : []),
          ...dateConditions(query, sql`b`),
        ],
        sort: {
          column: sql`(case b.kind when 'own' then '0' else '1' end || lower(b.name))`,
          descending: false,
          type: "text",
        },
        idColumn: sql`b.id`,
      },
      query,
    )
  },
})
