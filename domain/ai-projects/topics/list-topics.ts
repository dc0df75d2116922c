/** Lists the topics of a project by name. */
import { z } from "zod"
import { listInProject } from "@/domain/answers/project-reads"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { createdInput, dateConditions, pageInput } from "@/domain/kernel/page"
import { sql } from "@/prisma/client"
import { exampleTopic, topic, topicColumns } from "./topic"

export const listTopics = defineOperation({
  id: "aiVisibility.listTopics",
  summary: "List the topics of a project",
  description: "Returns the topics of a project, sorted by name. A topic groups prompts.",
  audience: "team",
  kind: "query",
  scope: "ai_visibility:read",
  rest: { path: "/ai-visibility/projects/{project_id}/topics", tag: "AI visibility" },
  input: z.strictObject({ project_id: id("aiProject"), ...pageInput, ...createdInput }),
  output: z.array(topic),
  example: [exampleTopic],
  handle: ({ team }, query) =>
    listInProject(
      {
        row: topic,
        cursorScope: ["aiVisibility.listTopics", team.id],
        columns: topicColumns(team.id),
        from: sql`ai_topic t`,
        where: [sql`t.team_id = ${team.id}`, sql`t.project_id = ${query.project_id}`, ...dateConditions(query, sql`t`)],
        sort: { column: sql`t.name`, descending: false, type: "text" },
        idColumn: sql`t.id`,
      },
      query,
    ),
})
