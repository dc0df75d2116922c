/** Lists the team's AI-visibility projects. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import {
  createdInput,
  dateConditions,
  exactTotalSql,
  listPage,
  pageInput,
  type Sort,
  sortInput,
  updatedInput,
} from "@/domain/kernel/page"
import { containsPattern } from "@/domain/kernel/text"
import { requireKnownClient } from "@/domain/metrics/known-client"
import { includeChange, readLatestChanges } from "@/domain/visibility/latest-changes"
import { latestDeltaOf } from "@/domain/visibility/latest-metrics"
import { empty, sql } from "@/prisma/client"
import { exampleProject, project, projectColumns, projectStatuses } from "./project"

/** Projects without two scans to compare come last. Changes are at most 1. */
const byChange = sql`coalesce(round(d.delta::numeric, 6), 2::numeric)`

const sorts = {
  "-created_at": { column: sql`p.created_at`, descending: true, type: "timestamptz" },
  updated_at: { column: sql`p.updated_at`, descending: false, type: "timestamptz" },
  name: { column: sql`lower(p.name)`, descending: false, type: "text" },
  "-name": { column: sql`lower(p.name)`, descending: true, type: "text" },
  change: { column: byChange, descending: false, type: "numeric" },
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
      "Lists AI-visibility projects with their brand, engines, schedule, latest metrics, and how the visibility of the brand changed since the previous scan, with the prompts on which it fell. A project tracks how AI engines mention a client.",
    omit: ["created_after", "created_before", "updated_after", "include"],
    defaults: { include: ["change"] },
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
    include: includeChange,
    sort: sortInput(sorts).default("-created_at").meta({
      description:
        "The sort order. A leading minus means descending order. `change`: the largest losses of visibility first.",
    }),
  }),
  output: z.array(project),
  example: [exampleProject],
  async handle(ctx, query) {
    const { team } = ctx
    await requireKnownClient(ctx, query.client_id)
    const { client_id, q, status, sort, include } = query
    const filters = [
      ...(client_id ? [sql`p.client_id = ${client_id}`] : []),
      ...(q ? [isNamed(team.id, q)] : []),
      ...dateConditions(query, sql`p`),
    ]
    const page = await listPage(
      {
        row: project,
        cursorScope: ["aiVisibility.listProjects", team.id],
        columns: projectColumns(team.id),
        from: sql`ai_project p${sort === "change" ? sql` cross join lateral (select ${latestDeltaOf(team.id, sql`p.id`)} as delta) d` : empty}`,
        where: [sql`p.team_id = ${team.id}`, ...(status ? [sql`p.status = any(${status})`] : []), ...filters],
        sort: sorts[sort],
        idColumn: sql`p.id`,
        ...(filters.length === 0 && { exactTotal: exactTotalSql(team.id, "ai_project", status) }),
      },
      query,
    )
    if (!include.includes("change")) return page
    const projects = page.data.parse()
    const changes = await readLatestChanges(
      team.id,
      projects.map(({ id }) => id),
    )
    return { ...page, data: projects.map((found) => ({ ...found, change: changes.get(found.id) ?? null })) }
  },
})

const isNamed = (teamId: string, text: string) => sql`(p.name ilike ${containsPattern(text)}
  or exists (select from client c where c.team_id = ${teamId} and c.id = p.client_id and c.name ilike ${containsPattern(text)}))`
