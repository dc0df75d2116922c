/** Lists the scans of a project, latest first. */
import { z } from "zod"
import { listInProject, timezoneOfProject } from "@/domain/answers/project-reads"
import { dateInput } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { createdInput, dateConditions, exactTotalSql, type List, listPage, pageInput } from "@/domain/kernel/page"
import { scanTriggers } from "@/domain/kernel/scan-values"
import { type Sql, sql } from "@/prisma/client"
import { exampleScan, type Scan, scan, scanColumns, scanStatuses } from "./scan"

const input = z.strictObject({
  project_id: id("aiProject")
    .optional()
    .meta({ description: "Only scans of this project.", examples: [exampleId("aiProject")] }),
  ...pageInput,
  status: z
    .array(z.enum(scanStatuses))
    .min(1)
    .optional()
    .meta({ description: "Only scans with one of these statuses." }),
  trigger: z
    .array(z.enum(scanTriggers))
    .min(1)
    .optional()
    .meta({ description: "Only scans that were started in one of these ways." }),
  is_selection: z.boolean().optional().meta({
    description: "`true` for scans that ask only some engines or prompts of their project, `false` for all others.",
  }),
  ...createdInput,
  date: dateInput("Only scans that finished on this date, in the client's time zone.").optional(),
})

export const listScans = defineOperation({
  id: "scans.list",
  summary: "List the scans of a project",
  description: "Returns the scans of a project, newest first, with their status, progress and cost.",
  audience: "team",
  kind: "query",
  scope: "ai_visibility:read",
  rest: { path: "/ai-visibility/projects/{project_id}/scans", tag: "AI visibility" },
  tool: {
    name: "list_scans",
    title: "List scans",
    page: "ai-visibility/{project_id}/scans/{id}",
    description:
      "Lists the scans of a project or of the whole team, latest first, with status, progress, cost and answers used.",
    omit: ["created_after", "created_before", "trigger", "is_selection"],
  },
  input,
  output: z.array(scan),
  example: [exampleScan],
  async handle({ team }, query) {
    const filters = conditions(team.id, query)
    const { project_id, status } = query
    const list: List<Scan> = {
      row: scan,
      cursorScope: ["scans.list", team.id],
      columns: scanColumns,
      from: sql`scan s`,
      where: [
        sql`s.team_id = ${team.id}`,
        ...(project_id ? [sql`s.project_id = ${project_id}`] : []),
        ...(status ? [sql`s.status = any(${status})`] : []),
        ...filters,
      ],
      sort: { column: sql`s.created_at`, descending: true, type: "timestamptz" },
      idColumn: sql`s.id`,
      ...(project_id && filters.length === 0 && { exactTotal: exactTotalSql(team.id, "scan", status, project_id) }),
    }
    return project_id ? listInProject(list, { ...query, project_id }) : listPage(list, query)
  },
})

/** Filters that no stored total covers. With any of them, the rows are counted (see `countLimit`). */
function conditions(teamId: string, query: z.output<typeof input>): Sql[] {
  const { project_id, trigger, is_selection, date } = query
  const timezone = timezoneOfProject(teamId, project_id ?? sql`s.project_id`)
  return [
    ...dateConditions(query, sql`s`),
    ...(trigger ? [sql`s.trigger = any(${trigger})`] : []),
    ...(is_selection === undefined ? [] : [sql`(s.selection is not null) = ${is_selection}`]),
    ...(date ? [sql`(s.finished_at at time zone ${timezone})::date = ${date}::date`] : []),
  ]
}
