/** Adds a topic to a project. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { singleLineText } from "@/domain/kernel/fields"
import { id, newId } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { lockProject, requireNotArchived } from "../lock-project"
import { findTopic, requireFreeTopic, topic } from "./topic"

export const createTopic = defineOperation({
  id: "aiVisibility.createTopic",
  summary: "Add a topic to an AI-visibility project",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ project_id: id("aiProject"), name: singleLineText(120) }),
  output: topic,
  fails: ["already_exists", "state_conflict"],
  async handle(ctx, { project_id, name }) {
    const team_id = ctx.team.id
    const now = ctx.now()
    const topicId = newId("topic", now.getTime())
    await prisma.$transaction(async (tx) => {
      requireNotArchived(await lockProject(tx, team_id, project_id))
      await requireFreeTopic(tx, team_id, project_id, name)
      await tx.aiTopic.create({ data: { id: topicId, team_id, project_id, name, created_at: now } })
      await recordAudit(ctx, { action: "ai_visibility.topic_created", subject_id: topicId, after: { name } }, tx)
    })
    return { data: await findTopic(team_id, topicId) }
  },
})
