/** Lists the team's AI-visibility projects. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { containsPattern } from "@/domain/kernel/like-pattern"
import { defineOperation } from "@/domain/kernel/operation"
import {
  createdInput,
  dateConditions,
  exactTotalSql,
  listPage,
  pageInput,
  type Sort,
  updatedInput,
} from "@/domain/kernel/page"
import { requireKnownClient } from "@/domain/metrics/known-client"
import { sql } from "@/prisma/client"
import { exampleProject, project, projectColumns, projectStatuses } from "./project"

const sorts = {
  "-created_at": { column: sql`p.created_at`, descending: true, type: "timestamptz" },
  updated_at: { column: sql`p.updated_at`, descending: false, type: "timestamptz" },
  name: { column: sql`lower(p.name)`, descending: false, type: "text" },
  "-name": { column: sql`lower(p.name)`, descending: true, type: "text" },
} satisfies Record<string, Sort>

export const listProjects = defineOperation({
  id: "aiVisibility.listProjects",
  summary: "List AI-visibility projects",
  description:
    "Returns the team's AI-visibility projects, newest first. A project tracks how AI engines mention a client.",
  audience: "team",
  kind: "query",
  scope: "ai_visibility:read",
  rest: { path: "/ai-visibility/projects", tag: "AI visibility" },
  tool: {
    name: "list_visibility_projects",
    title: "List AI-visibility projects",
    page: "ai-visibility/{id}",
    description:
      "Lists AI-visibility projects with their brand, engines, schedule and latest metrics. A project tracks how AI engines mention a client.",
    omit: ["created_after", "created_before", "updated_after", "sort"],
  },
  input: z.strictObject({
    ...pageInput,
    client_id: id("client").optional().meta({ description: "Only projects of this client." }),
    q: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: "Only projects whose name, or whose client's name, contains this text. Case-insensitive." }),
    status: z
      .array(z.enum(projectStatuses))
      .min(1)
      .optional()
      .meta({ description: "Only projects with one of these statuses." }),
    ...createdInput,
    ...updatedInput,
    sort: z
      .enum(["-created_at", "updated_at", "name", "-name"])
      .default("-created_at")
      .meta({ description: "The sort order. A leading minus means descending order." }),
  }),
  output: z.array(project),
  example: [exampleProject],
  async handle(ctx, query) {
    const { team } = ctx
    await requireKnownClient(ctx, query.client_id)
    const { client_id, q, status, sort } = query
    const filters = [
      ...(client_id ? [sql`p.client_id = ${client_id}`] : []),
      ...(q ? [isNamed(team.id, q)] : []),
      ...dateConditions(query, sql`p`),
    ]
    return listPage(
      {
        row: project,
        cursorScope: ["aiVisibility.listProjects", team.id],
        columns: projectColumns(team.id),
        from: sql`ai_project p`,
        where: [sql`p.team_id = ${team.id}`, ...(status ? [sql`p.status = any(${status})`] : []), ...filters],
        sort: sorts[sort],
        idColumn: sql`p.id`,
        ...(filters.length === 0 && { exactTotal: exactTotalSql(team.id, "ai_project", status) }),
      },
      query,
    )
  },
})

const isNamed = (teamId: string, text: string) => sql`(p.name ilike ${containsPattern(text)}
  or exists (select from client c where c.team_id = ${teamId} and c.id = p.client_id and c.name ilike ${containsPattern(text)}))`
