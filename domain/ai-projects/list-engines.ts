/** Lists the engines that have answered in a project, with your brand's latest metrics on each. */
import { z } from "zod"
import { engine, exampleEngine } from "@/domain/ai-engines/engine"
import { listInProject } from "@/domain/answers/project-reads"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { pageInput } from "@/domain/kernel/page"
import { exampleLatest, latestMetrics, latestMetricsOf } from "@/domain/visibility/latest-metrics"
import { sql } from "@/prisma/client"
import { answeringEngines } from "./project"

const projectEngine = z
  .object({
    ...engine.shape,
    latest: latestMetrics
      .nullable()
      .meta({ description: "The result of your brand on this engine in the latest finished scan." }),
  })
  .meta({ id: "AiProjectEngine" })

export const listEngines = defineOperation({
  id: "aiVisibility.listEngines",
  summary: "List the engines of a project",
  description: "Returns the AI engines that a project has answers of.",
  audience: "team",
  kind: "query",
  scope: "ai_visibility:read",
  rest: { path: "/ai-visibility/projects/{project_id}/engines", tag: "AI visibility" },
  input: z.strictObject({ project_id: id("aiProject"), ...pageInput }),
  output: z.array(projectEngine),
  example: [{ ...exampleEngine, latest: exampleLatest }],
  handle: ({ team }, query) => {
    const project = sql`${query.project_id}`
    const own = sql`(select b.id from ai_brand b where b.team_id = ${team.id} and b.project_id = ${project} and b.kind = 'own')`
    return listInProject(
      {
        row: projectEngine,
        cursorScope: ["aiVisibility.listEngines", team.id],
        columns: sql`e.id, e.name, e.surface, e.model, e.model_version, e.web_search, e.status,
          ${latestMetricsOf(team.id, project, own, sql`e.id`)} as latest`,
        from: sql`ai_engine e`,
        where: [sql`e.id in (${answeringEngines(team.id, project)})`],
        sort: { column: sql`e.name`, descending: false, type: "text" },
        idColumn: sql`e.id`,
      },
      query,
    )
  },
})
