/** Deletes a topic. Its prompts stay in the prompt set without a topic. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { lockProject, requireNotArchived } from "../lock-project"
import { findTopic, topic } from "./topic"

export const deleteTopic = defineOperation({
  id: "aiVisibility.deleteTopic",
  summary: "Delete a topic of an AI-visibility project",
  description: "The topic's prompts stay in the prompt set without a topic. Returns the deleted topic.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ topic_id: id("topic") }),
  output: topic,
  fails: ["state_conflict"],
  async handle(ctx, { topic_id }) {
    const team_id = ctx.team.id
    const old = await findTopic(team_id, topic_id)
    await prisma.$transaction(async (tx) => {
      requireNotArchived(await lockProject(tx, team_id, old.project_id))
      await tx.aiTopic.deleteMany({ where: { team_id, id: topic_id } })
      await recordAudit(
        ctx,
        { action: "ai_visibility.topic_deleted", subject_id: topic_id, before: { name: old.name } },
        tx,
      )
    })
    return { data: old }
  },
})
