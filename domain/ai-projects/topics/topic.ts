/** A topic: a group of prompts about one subject. */
import { z } from "zod"
import { notFound, Problem } from "@/domain/kernel/errors"
import { createdAt } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { type Prisma, rows, sql } from "@/prisma/client"

export const topic = z
  .object({
    id: id("topic"),
    project_id: id("aiProject"),
    name: z.string().meta({ description: "The name of the topic." }),
    prompts_n: z.int().meta({ description: "The number of active prompts." }),
    created_at: createdAt(),
  })
  .meta({ id: "AiTopic" })
export type Topic = z.infer<typeof topic>

export const topicColumns = (teamId: string) => sql`t.id, t.project_id, t.name,
  (select count(*)::int from ai_prompt p where p.team_id = ${teamId} and p.project_id = t.project_id and p.topic_id = t.id and p.status = 'active') as prompts_n,
  t.created_at`

export async function findTopic(teamId: string, topicId: string): Promise<Topic> {
  const [found] = await rows(
    topic,
    sql`select ${topicColumns(teamId)} from ai_topic t where t.team_id = ${teamId} and t.id = ${topicId}`,
  )
  if (!found) throw notFound("topic")
  return found
}

/** Throws when another topic of the project has this name. The caller must hold the project's lock. */
export async function requireFreeTopic(tx: Prisma.TransactionClient, teamId: string, projectId: string, name: string) {
  if (!(await tx.aiTopic.findFirst({ where: { team_id: teamId, project_id: projectId, name } }))) return
  const detail = `This project already has a topic named ${name}.`
  throw new Problem("already_exists", detail, { errors: [{ parameter: "name", code: "already_exists", detail }] })
}

export const exampleTopic: Topic = {
  id: exampleId("topic"),
  project_id: exampleId("aiProject"),
  name: "Hills and climbs",
  prompts_n: 4,
  created_at: "2026-09-01T08:00:00.000Z",
}
