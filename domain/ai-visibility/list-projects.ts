/** Lists the team's AI-visibility projects. */
import { z } from "zod"
import { id } from "@/domain/ids"
import { defineOperation } from "@/domain/operation"
import { listPage, pageInput, tally } from "@/domain/page"
import { sql } from "@/prisma/client"
import { exampleProject, type Project, project, projectColumns, projectStatuses } from "./project"

export const listProjects = defineOperation({
  id: "aiVisibility.listProjects",
  summary: "List AI-visibility projects",
  audience: "team",
  kind: "query",
  scope: "ai_visibility:read",
  rest: { path: "/ai-visibility/projects", tag: "AI visibility" },
  input: z.strictObject({
    ...pageInput,
    client_id: id("client").optional().meta({ description: "Only projects of this client" }),
    status: z
      .array(z.enum(projectStatuses))
      .min(1)
      .optional()
      .meta({ description: "Only projects in one of these states" }),
  }),
  output: z.array(project),
  example: [exampleProject],
  async handle({ team }, query) {
    const { client_id, status } = query
    return listPage<Project>(
      {
        binding: ["aiVisibility.listProjects", team.id],
        columns: projectColumns(team.id),
        from: sql`ai_project p`,
        where: [
          sql`p.team_id = ${team.id}`,
          ...(client_id ? [sql`p.client_id = ${client_id}`] : []),
          ...(status ? [sql`p.status = any(${status})`] : []),
        ],
        sort: { column: sql`p.created_at`, descending: true, type: "timestamptz" },
        idColumn: sql`p.id`,
        ...(!client_id && { exactTotal: tally(team.id, "ai_project", status) }),
      },
      query,
    )
  },
})
