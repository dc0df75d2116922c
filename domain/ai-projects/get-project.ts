/** Returns one AI-visibility project. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { exampleProject, findProject, project } from "./project"

export const getProject = defineOperation({
  id: "aiVisibility.getProject",
  summary: "Get an AI-visibility project",
  description:
    "Returns a project with its schedule, its engines and regions, and the progress of re-extracting earlier answers.",
  audience: "team",
  kind: "query",
  scope: "ai_visibility:read",
  rest: { path: "/ai-visibility/projects/{project_id}", tag: "AI visibility" },
  tool: {
    name: "get_visibility_project",
    title: "Get AI-visibility project",
    description:
      "Returns one AI-visibility project: its brand, competitors, engines, regions, language, schedule, monthly budget and latest metrics.",
  },
  resources: [
    {
      uri: "app://projects/{project_id}",
      name: "project",
      title: "AI-visibility project",
      description: "An AI-visibility project with its latest metrics.",
      ttlSeconds: 300,
    },
  ],
  input: z.strictObject({ project_id: id("aiProject") }),
  output: project,
  example: exampleProject,
  async handle({ team }, { project_id }) {
    const data = await findProject(team.id, project_id)
    if (!data) throw notFound("AI-visibility project")
    return { data }
  },
})
