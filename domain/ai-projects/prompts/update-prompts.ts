/** Changes the status, the topic or the tags of several prompts in one call. */
import { z } from "zod"
import { recordAudit, replacedValues } from "@/domain/audit/record"
import { notFound, Problem } from "@/domain/kernel/errors"
import { singleLineText } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { lockProject, requireNotArchived } from "../lock-project"
import { requireTopics } from "./create-prompts"
import { promptStatuses } from "./prompt"
import { writePrompt } from "./update-prompt"

const changes = z
  .strictObject({
    status: z.enum(promptStatuses),
    topic_id: id("topic").nullable(),
    tags: z.array(singleLineText(60)).max(20),
  })
  .partial()

export const updatePrompts = defineOperation({
  id: "aiVisibility.updatePrompts",
  summary: "Change several prompts of an AI-visibility project",
  description: "Changes at most 50 prompts. Archived prompts keep their history and can be activated again.",
  audience: "team",
  kind: "mutation",
  role: "member",
  tool: {
    name: "update_prompts",
    title: "Update prompts",
    description:
      "Pauses, activates, archives, re-tags or moves up to 50 prompts of a project to another topic. Archived prompts keep their history and can be activated again.",
    effect: "change",
  },
  input: changes.extend({ project_id: id("aiProject"), prompt_ids: z.array(id("prompt")).min(1).max(50) }),
  output: z.object({
    updated: z.array(id("prompt")).meta({ description: "The prompts that were changed." }),
    not_found: z.array(id("prompt")).meta({ description: "IDs that are not prompts of this project." }),
  }),
  fails: ["state_conflict"],
  async handle(ctx, { project_id, prompt_ids, ...change }) {
    const team_id = ctx.team.id
    if (Object.keys(change).length === 0) throw new Problem("parameter_invalid", "Name a status, a topic or tags.")
    const requestedIds = [...new Set(prompt_ids)]
    const updated = await prisma.$transaction(async (tx) => {
      const project = await lockProject(tx, team_id, project_id)
      requireNotArchived(project)
      await requireTopics(tx, team_id, project_id, [change])
      const where = { team_id, project_id, id: { in: requestedIds } }
      const found = await tx.aiPrompt.findMany({ where, orderBy: { id: "asc" } })
      const ids = requestedIds.filter((id) => found.some((prompt) => prompt.id === id))
      if (ids.length === 0) throw notFound("prompt")
      for (const prompt of ids) await writePrompt(tx, team_id, project, prompt, change, ctx.now())
      const before = { prompts: found.map((prompt) => ({ id: prompt.id, ...replacedValues(prompt, change) })) }
      const after = { name: project.name, prompts: found.map(({ id }) => ({ id, ...change })) }
      await recordAudit(ctx, { action: "ai_visibility.prompts_updated", subject_id: project_id, before, after }, tx)
      return ids
    })
    return { data: { updated, not_found: requestedIds.filter((id) => !updated.includes(id)) } }
  },
})
