/** A topic: prompts about the same thing, looked at together. */
import { z } from "zod"
import { timestamp } from "@/domain/fields"
import { exampleId, id } from "@/domain/ids"
import { sql } from "@/prisma/client"

export const topic = z
  .object({
    id: id("topic"),
    project_id: id("aiProject"),
    name: z.string(),
    prompts_n: z.int().meta({ description: "Active prompts" }),
    created_at: timestamp(),
  })
  .meta({ id: "AiTopic" })
export type Topic = z.infer<typeof topic>

export const topicColumns = (teamId: string) => sql`t.id, t.project_id, t.name,
  (select count(*)::int from ai_prompt p where p.team_id = ${teamId} and p.project_id = t.project_id and p.topic_id = t.id and p.status = 'active') as prompts_n,
  t.created_at`

export const exampleTopic: Topic = {
  id: exampleId("topic"),
  project_id: exampleId("aiProject"),
  name: "Hills and climbs",
  prompts_n: 4,
  created_at: "2026-09-01T08:00:00.000Z",
}
