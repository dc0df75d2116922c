/** Lists the prompts of a project, with how the own brand does in the latest scan. */
import { z } from "zod"
import { id } from "@/domain/ids"
import { defineOperation } from "@/domain/operation"
import { pageInput, tally } from "@/domain/page"
import { type Sql, sql } from "@/prisma/client"
import { listInProject } from "./list-in-project"
import { examplePrompt, gapPrompts, type Prompt, prompt, promptColumns, promptStatuses } from "./prompt"

const input = z.strictObject({
  project_id: id("aiProject"),
  ...pageInput,
  topic_id: id("topic").optional().meta({ description: "Only prompts of this topic" }),
  status: z
    .array(z.enum(promptStatuses))
    .min(1)
    .optional()
    .meta({ description: "Only prompts in one of these states" }),
  gap: z.boolean().optional().meta({
    description: "true: only prompts whose latest answers name a competitor and not the own brand; false: all others",
  }),
})

export const listPrompts = defineOperation({
  id: "aiVisibility.listPrompts",
  summary: "List the prompts of a project",
  audience: "team",
  kind: "query",
  scope: "ai_visibility:read",
  rest: { path: "/ai-visibility/projects/{project_id}/prompts", tag: "AI visibility" },
  input,
  output: z.array(prompt),
  example: [examplePrompt],
  async handle({ team }, query) {
    const filters = conditions(team.id, query)
    const { project_id, status } = query
    return listInProject<Prompt>(
      {
        binding: ["aiVisibility.listPrompts", team.id],
        columns: promptColumns(team.id),
        from: sql`ai_prompt p`,
        where: [
          sql`p.team_id = ${team.id}`,
          sql`p.project_id = ${project_id}`,
          ...(status ? [sql`p.status = any(${status})`] : []),
          ...filters,
        ],
        sort: { column: sql`p.created_at`, descending: true, type: "timestamptz" },
        idColumn: sql`p.id`,
        ...(filters.length === 0 && { exactTotal: tally(team.id, "ai_prompt", status, project_id) }),
      },
      query,
    )
  },
})

/** The filters that no tally counts. */
function conditions(teamId: string, { project_id, topic_id, gap }: z.output<typeof input>): Sql[] {
  return [
    ...(topic_id ? [sql`p.topic_id = ${topic_id}`] : []),
    ...(gap === undefined ? [] : [sql`p.id ${gap ? sql`in` : sql`not in`} (${gapPrompts(teamId, project_id)})`]),
  ]
}
