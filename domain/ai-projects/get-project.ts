/** Returns one AI-visibility project. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { exampleId, id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { includeChange, readLatestChanges } from "@/domain/visibility/latest-changes"
import { rows, sql } from "@/prisma/client"
import { exampleProject, findProject, project } from "./project"

const topic = z.object({ id: id("topic"), name: z.string().meta({ description: "The name of the topic." }) })
const projectWithTopics = project
  .extend({ topics: z.array(topic).meta({ description: "The topics of the project's prompts, by name." }) })
  .meta({ id: "AiProjectWithTopics" })

export const getProject = defineOperation({
  id: "aiVisibility.getProject",
  summary: "Get an AI-visibility project",
  description:
    "Returns a project with its topics, its schedule, its engines and regions, and the progress of re-extracting earlier answers.",
  audience: "team",
  kind: "query",
  scope: "ai_visibility:read",
  rest: { path: "/ai-visibility/projects/{project_id}", tag: "AI visibility" },
  tool: {
    name: "get_visibility_project",
    title: "Get AI-visibility project",
    page: "ai-visibility/{id}",
    description:
      "Returns one AI-visibility project: its brand, competitors, topics, engines, regions, language, schedule, monthly budget, latest metrics, and their change since the previous scan.",
    omit: ["include"],
    defaults: { include: ["change"] },
  },
  resources: [
    {
      uri: "app://projects/{project_id}",
      name: "project",
      title: "AI-visibility project",
      description: "An AI-visibility project with its latest metrics.",
      input: { include: ["change"] },
      ttlSeconds: 300,
    },
  ],
  input: z.strictObject({ project_id: id("aiProject"), include: includeChange }),
  output: projectWithTopics,
  example: { ...exampleProject, topics: [{ id: exampleId("topic"), name: "Hills and climbs" }] },
  async handle({ team }, { project_id, include }) {
    const [found, topics, changes] = await Promise.all([
      findProject(team.id, project_id),
      rows(
        topic,
        sql`select id, name from ai_topic where team_id = ${team.id} and project_id = ${project_id} order by name, id`,
      ),
      include.includes("change") ? readLatestChanges(team.id, [project_id]) : null,
    ])
    if (!found) throw notFound("AI-visibility project")
    return { data: { ...found, topics, ...(changes && { change: changes.get(project_id) ?? null }) } }
  },
})
