/** Lists the prompts of a project, each with your brand's result in the latest scan. */
import { z } from "zod"
import { listInProject } from "@/domain/answers/project-reads"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { createdInput, dateConditions, exactTotalSql, pageInput, type Sort, sortInput } from "@/domain/kernel/page"
import { containsPattern } from "@/domain/kernel/text"
import { latestClearChanges } from "@/domain/visibility/latest-clear-changes"
import { latestGaps } from "@/domain/visibility/read-groups"
import { empty, type Sql, sql } from "@/prisma/client"
import { examplePrompt, ownInLatest, prompt, promptColumns, promptStatuses } from "./prompt"

/**
 * Sorts null after every number in both directions, by replacing it with a value outside the possible range. Changes
 * start at -1.
 */
const lastWhenNull = (column: Sql, descending: boolean): Sort => ({
  column: sql`coalesce(round((${column})::numeric, 6), ${descending ? -2 : 1_000_000}::numeric)`,
  descending,
  type: "numeric",
})

/** The first 300 characters, because a cursor contains the sort value. The id breaks ties. */
const startOfText = sql`left(lower(p.text), 300)`

const sorts = {
  "-created_at": { column: sql`p.created_at`, descending: true, type: "timestamptz" },
  text: { column: startOfText, descending: false, type: "text" },
  "-text": { column: startOfText, descending: true, type: "text" },
  visibility: lastWhenNull(sql`l.visibility`, false),
  "-visibility": lastWhenNull(sql`l.visibility`, true),
  change: lastWhenNull(sql`l.change`, false),
  "-change": lastWhenNull(sql`l.change`, true),
  average_position: lastWhenNull(sql`l.average_position`, false),
  "-average_position": lastWhenNull(sql`l.average_position`, true),
  answers_n: lastWhenNull(sql`l.answers_n`, false),
  "-answers_n": lastWhenNull(sql`l.answers_n`, true),
} satisfies Record<string, Sort>

const input = z.strictObject({
  project_id: id("aiProject"),
  ...pageInput,
  topic_id: id("topic").optional().meta({ description: "Only prompts of this topic." }),
  tag: z.string().max(100).optional().meta({ description: "Only prompts with this tag." }),
  q: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: "Only prompts whose text contains this text. Case-insensitive." }),
  is_branded: z
    .boolean()
    .optional()
    .meta({ description: "`true`: only prompts that contain the name of your brand. `false`: only the others." }),
  status: z
    .array(z.enum(promptStatuses))
    .min(1)
    .optional()
    .meta({ description: "Only prompts with one of these statuses." }),
  engine: z.string().max(60).optional().meta({
    description:
      "Compute `latest`, gaps and the sort order from the answers of this engine. The parameter does not exclude any prompt.",
  }),
  gap: z.boolean().optional().meta({
    description:
      "`true`: only prompts for which a competitor was clearly ahead of your brand in the latest scan (`latest.is_gap`). `false`: only the others.",
  }),
  moved: z.boolean().optional().meta({
    description:
      "`true`: only prompts whose visibility differs from the previous scan (`latest.change`). `false`: only the others.",
  }),
  has_clear_change: z.boolean().optional().meta({
    description:
      "`true`: only prompts whose visibility changed more than chance explains since the previous scan: the verdict of `/metrics` with `group_by=prompt` and `prompt_scope=all` is `up` or `down`. `false`: only the others.",
  }),
  ...createdInput,
  sort: sortInput(sorts).default("-created_at").meta({
    description:
      "The sort order. visibility, change, position and answers refer to `latest`, and prompts without a latest result come last.",
  }),
})

export const listPrompts = defineOperation({
  id: "aiVisibility.listPrompts",
  summary: "List the prompts of a project",
  description: "Returns the prompts that a project sends to AI engines, each with its result in the latest scan.",
  audience: "team",
  kind: "query",
  scope: "ai_visibility:read",
  rest: { path: "/ai-visibility/projects/{project_id}/prompts", tag: "AI visibility" },
  tool: {
    name: "list_prompts",
    title: "List prompts",
    page: "ai-visibility/{project_id}/prompts/{id}",
    description:
      "Lists the prompts that a project tracks, with topic, tags, status and the latest scan's result. gap=true: a competitor is clearly ahead. moved=true: the visibility changed since the previous scan (latest.change < 0: lost).",
    omit: ["has_clear_change", "created_after", "created_before"],
  },
  resources: [
    {
      uri: "app://projects/{project_id}/prompts",
      name: "prompts",
      title: "Tracked prompts",
      description: "The prompts of an AI-visibility project.",
      input: { limit: 200 },
      ttlSeconds: 300,
    },
  ],
  input,
  output: z.array(prompt),
  example: [examplePrompt],
  async handle({ team, now }, query) {
    const { project_id, status, sort, gap, has_clear_change, engine } = query
    const [gaps, clearChanges] = await Promise.all([
      gap === undefined ? null : latestGaps(team.id, project_id, engine),
      has_clear_change === undefined ? null : latestClearChanges(team.id, project_id, engine, now()),
    ])
    const filters = conditions(query, gaps, clearChanges)
    const isOfLatest = !["-created_at", "text", "-text"].includes(sort) || query.moved !== undefined
    return listInProject(
      {
        row: prompt,
        cursorScope: ["aiVisibility.listPrompts", team.id],
        columns: promptColumns(team.id, engine),
        from: sql`ai_prompt p${isOfLatest ? sql` left join (${ownInLatest(team.id, project_id, engine)}) l on l.prompt_id = p.id` : empty}`,
        where: [
          sql`p.team_id = ${team.id}`,
          sql`p.project_id = ${project_id}`,
          ...(status ? [sql`p.status = any(${status})`] : []),
          ...filters,
        ],
        sort: sorts[sort],
        idColumn: sql`p.id`,
        ...(filters.length === 0 && { exactTotal: exactTotalSql(team.id, "ai_prompt", status, project_id) }),
      },
      query,
    )
  },
})

/** Filters that no stored total covers. With any of them, the rows are counted (see `countLimit`). */
function conditions(query: z.output<typeof input>, gaps: string[] | null, clearChanges: string[] | null): Sql[] {
  const { topic_id, tag, q, is_branded, gap, moved, has_clear_change } = query
  return [
    ...dateConditions(query, sql`p`),
    ...(topic_id ? [sql`p.topic_id = ${topic_id}`] : []),
    ...(tag ? [sql`p.tags @> ${[tag]}`] : []),
    ...(q ? [sql`p.text ilike ${containsPattern(q)}`] : []),
    ...(is_branded === undefined ? [] : [sql`p.is_branded = ${is_branded}`]),
    ...(moved === undefined ? [] : [sql`(coalesce(l.change, 0) <> 0) = ${moved}`]),
    ...(gaps === null ? [] : [isAmong(gaps, gap)]),
    ...(clearChanges === null ? [] : [isAmong(clearChanges, has_clear_change)]),
  ]
}

/** SQL for the prompts with one of these ids, or for the others. */
const isAmong = (ids: string[], isWanted: boolean | undefined) =>
  isWanted ? sql`p.id = any(${ids})` : sql`p.id <> all(${ids})`
