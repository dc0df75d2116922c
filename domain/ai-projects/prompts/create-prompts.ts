/**
 * Adds prompts to a project's prompt set in bulk. A paused or archived prompt with the same text is reactivated and
 * continues its series.
 */
import { createHash } from "node:crypto"
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { Problem, parameterError } from "@/domain/kernel/errors"
import { singleLineText, withoutUnstorableCharacters } from "@/domain/kernel/fields"
import { id, newId } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { idRow } from "@/domain/kernel/rows"
import { type Prisma, prisma, rows, rowsIn, sql } from "@/prisma/client"
import { incrementPanelVersion, type LockedProject, lockProject, requireNotArchived } from "../lock-project"
import { areBranded } from "./branded-prompts"
import { intents, prompt, promptColumns } from "./prompt"

/** Limit on the active prompts of one project. */
const maxPrompts = 2_000

const promptInput = z.strictObject({
  text: singleLineText(4_000),
  topic_id: id("topic").nullable().default(null),
  intent: z.enum(intents).default("informational"),
  tags: z.array(singleLineText(60)).max(20).default([]),
})

const skippedPrompt = z.object({
  text: z.string(),
  reason: z.enum(["already_tracked", "repeated"]).meta({
    description: "`already_tracked`: the prompt set has the prompt. `repeated`: it is in this call more than once.",
  }),
})

export const createPrompts = defineOperation({
  id: "aiVisibility.createPrompts",
  summary: "Add prompts to an AI-visibility project",
  description:
    "Adds prompts to the prompt set. Prompts that are already in the prompt set, word for word, are not changed. Returns the prompts that were added, and the others as skipped.",
  audience: "team",
  kind: "mutation",
  role: "member",
  tool: {
    name: "add_prompts",
    title: "Add prompts",
    description:
      "Adds prompts to a project and returns those that were added. Prompts that it already tracks stay unchanged and are in skipped.",
    effect: "add",
  },
  input: z.strictObject({ project_id: id("aiProject"), prompts: z.array(promptInput).min(1).max(500) }),
  output: z.object({
    items: z.array(prompt).meta({ description: "The prompts that were added." }),
    total: z.int().meta({ description: "The number of added prompts." }),
    skipped: z.array(skippedPrompt).meta({ description: "The prompts that were not added, in their order." }),
  }),
  fails: ["state_conflict"],
  async handle(ctx, { project_id, prompts }) {
    const team_id = ctx.team.id
    const added = await prisma.$transaction(async (tx) => {
      const project = await lockProject(tx, team_id, project_id)
      requireNotArchived(project)
      await requireTopics(tx, team_id, project_id, prompts)
      const ids = await addPrompts(tx, team_id, project, prompts, ctx.now())
      await requireCapacity(tx, team_id, project_id)
      if (ids.length > 0) {
        const panel_version = await incrementPanelVersion(tx, team_id, project)
        const texts = await textsForAudit(tx, team_id, ids)
        const after = { name: project.name, prompts: ids.length, texts, panel_version }
        await recordAudit(ctx, { action: "ai_visibility.prompts_created", subject_id: project_id, after }, tx)
      }
      return ids
    })
    const items = await rows(
      prompt,
      sql`
        select ${promptColumns(team_id)} from ai_prompt p where p.team_id = ${team_id} and p.id = any(${added}) order by array_position(${added}, p.id)`,
    )
    return { data: { items, total: items.length, skipped: skippedOf(prompts, items) } }
  },
})

/** Limits of an audit entry. It has the number of all added prompts, too. */
const maxAuditedTexts = 50
const maxAuditedCharacters = 200

/** The texts of the first added prompts, in their order. Long texts are cut. */
async function textsForAudit(tx: Prisma.TransactionClient, team_id: string, ids: string[]) {
  const where = { team_id, id: { in: ids.slice(0, maxAuditedTexts) } }
  const found = await tx.aiPrompt.findMany({ where, select: { id: true, text: true } })
  const texts = new Map(found.map(({ id, text }) => [id, text]))
  return ids.flatMap((id) => texts.get(id) ?? []).map(shortenText)
}

const shortenText = (text: string) =>
  text.length > maxAuditedCharacters ? `${withoutUnstorableCharacters(text.slice(0, maxAuditedCharacters))}…` : text

/** The prompts that are not in `added`, and every repetition. */
function skippedOf(prompts: { text: string }[], added: { text: string }[]) {
  const addedTexts = new Set(added.map(({ text }) => text))
  const seen = new Set<string>()
  const skipped: z.infer<typeof skippedPrompt>[] = []
  for (const { text } of prompts) {
    if (seen.has(text)) skipped.push({ text, reason: "repeated" })
    else if (!addedTexts.has(text)) skipped.push({ text, reason: "already_tracked" })
    seen.add(text)
  }
  return skipped
}

const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex")

/**
 * Inserts the prompts as active and returns the ids of those that were not active before. They belong to the next
 * version of the prompt set, so the caller must call `incrementPanelVersion` if there are any.
 */
export async function addPrompts(
  tx: Prisma.TransactionClient,
  team_id: string,
  project: LockedProject,
  prompts: z.output<typeof promptInput>[],
  now: Date,
): Promise<string[]> {
  // Of equal texts, the first one is added. `skippedOf` reports the others.
  const distinct = [...Map.groupBy(prompts, ({ text }) => text).values()].flatMap(([first]) => first ?? [])
  const texts = distinct.map(({ text }) => text)
  const branded = await areBranded(tx, team_id, project.id, texts)
  const records = distinct.map((prompt, i) => ({
    ...prompt,
    id: newId("prompt", now.getTime()),
    text_sha256: sha256Of(prompt.text),
    is_branded: branded[i],
  }))
  const added = await rowsIn(
    tx,
    idRow,
    sql`
      insert into ai_prompt as p (id, team_id, project_id, topic_id, text, text_sha256, language, intent, is_branded, tags, added_in_panel, created_at)
      select id, ${team_id}, ${project.id}, topic_id, text, decode(text_sha256, 'hex'), ${project.language}, intent, is_branded, tags, ${project.panel_version + 1}, ${now}
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(id text, topic_id text, text text, text_sha256 text, intent text, is_branded boolean, tags text[])
      on conflict (project_id, text_sha256, language) do update set status = 'active', added_in_panel = excluded.added_in_panel, removed_in_panel = null,
        topic_id = excluded.topic_id, intent = excluded.intent, tags = excluded.tags where p.status <> 'active'
      returning p.id`,
  )
  return added.map((prompt) => prompt.id)
}

export async function requireTopics(
  tx: Prisma.TransactionClient,
  team_id: string,
  project_id: string,
  prompts: { topic_id?: string | null | undefined }[],
) {
  const topicIds = [...new Set(prompts.flatMap(({ topic_id }) => topic_id ?? []))]
  const found = await tx.aiTopic.findMany({
    where: { team_id, project_id, id: { in: topicIds } },
    select: { id: true },
  })
  const knownIds = new Set(found.map(({ id }) => id))
  const unknownIndex = prompts.findIndex(({ topic_id }) => topic_id && !knownIds.has(topic_id))
  if (unknownIndex === -1) return
  const parameter = prompts.length > 1 ? `prompts[${unknownIndex}].topic_id` : "topic_id"
  const detail = `${parameter} is not the ID of a topic of this project.`
  throw new Problem("parameter_invalid", detail, {
    errors: [parameterError("topic_id", detail, "Choose another topic. This one may have been deleted.")],
  })
}

/** Throws `state_conflict` if the project has more active prompts than allowed. Call it after adding or activating. */
export async function requireCapacity(tx: Prisma.TransactionClient, team_id: string, project_id: string) {
  const count = await tx.aiPrompt.count({ where: { team_id, project_id, status: "active" } })
  if (count > maxPrompts)
    throw new Problem(
      "state_conflict",
      `A project can have at most ${maxPrompts.toLocaleString("en")} active prompts. Archive some of them first.`,
    )
}
