/** Renames a topic. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { singleLineText } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { lockProject, requireNotArchived } from "../lock-project"
import { findTopic, requireFreeTopic, topic } from "./topic"

export const updateTopic = defineOperation({
  id: "aiVisibility.updateTopic",
  summary: "Rename a topic of an AI-visibility project",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ topic_id: id("topic"), name: singleLineText(120) }),
  output: topic,
  fails: ["already_exists", "state_conflict"],
  async handle(ctx, { topic_id, name }) {
    const team_id = ctx.team.id
    const old = await findTopic(team_id, topic_id)
    await prisma.$transaction(async (tx) => {
      requireNotArchived(await lockProject(tx, team_id, old.project_id))
      if (name !== old.name) await requireFreeTopic(tx, team_id, old.project_id, name)
      await tx.aiTopic.updateMany({ where: { team_id, id: topic_id }, data: { name } })
      const change = { before: { name: old.name }, after: { name } }
      await recordAudit(ctx, { action: "ai_visibility.topic_updated", subject_id: topic_id, ...change }, tx)
    })
    return { data: await findTopic(team_id, topic_id) }
  },
})
