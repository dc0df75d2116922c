/**
 * Updates a prompt. A new text archives the old prompt with its series and adds a new prompt in a new version of the
 * prompt set.
 */
import { z } from "zod"
import { changedStates, recordAudit } from "@/domain/audit/record"
import { notFound } from "@/domain/kernel/errors"
import { singleLineText } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { type Prisma, prisma } from "@/prisma/client"
import { incrementPanelVersion, type LockedProject, lockProject, requireNotArchived } from "../lock-project"
import { addPrompts, requireCapacity, requireTopics } from "./create-prompts"
import { findPrompt, intents, type Prompt, prompt, promptStatuses } from "./prompt"

const changes = z
  .strictObject({
    text: singleLineText(4_000),
    topic_id: id("topic").nullable(),
    intent: z.enum(intents),
    tags: z.array(singleLineText(60)).max(20),
    status: z.enum(promptStatuses),
  })
  .partial()
type Change = z.output<typeof changes>

export const updatePrompt = defineOperation({
  id: "aiVisibility.updatePrompt",
  summary: "Change a prompt of an AI-visibility project",
  description:
    "Returns the current prompt. If the text changes, the prompt is replaced by a new prompt with a new ID, so that metrics stay comparable. The new prompt has the same status, unless the request changes it.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: changes.extend({ prompt_id: id("prompt") }),
  output: prompt,
  fails: ["state_conflict"],
  async handle(ctx, { prompt_id, ...change }) {
    const team_id = ctx.team.id
    const currentId = await prisma.$transaction(async (tx) => {
      const found = await tx.aiPrompt.findFirst({ where: { team_id, id: prompt_id }, select: { project_id: true } })
      if (!found) throw notFound("prompt")
      const project = await lockProject(tx, team_id, found.project_id)
      requireNotArchived(project)
      await requireTopics(tx, team_id, project.id, [change])
      const old = await tx.aiPrompt.findFirstOrThrow({ where: { team_id, id: prompt_id } })
      const newId = await writePrompt(tx, team_id, project, prompt_id, change, ctx.now())
      const states = changedStates({ text: old.text, project_id: project.id }, old, change)
      const before = { ...states.before, id: prompt_id }
      const after = { ...states.after, id: newId }
      await recordAudit(ctx, { action: "ai_visibility.prompt_updated", subject_id: prompt_id, before, after }, tx)
      return newId
    })
    return { data: await findPrompt(team_id, currentId) }
  },
})

/**
 * Changes a prompt of a locked project. Returns the id of the prompt that has the text after the change. When the text
 * changed, that is a new prompt, or one that had this text before. Throws `state_conflict` if the change activates a
 * prompt and the project then has too many active prompts.
 */
export async function writePrompt(
  tx: Prisma.TransactionClient,
  team_id: string,
  project: LockedProject,
  prompt_id: string,
  { text, ...change }: Change,
  now: Date,
): Promise<string> {
  const where = { team_id, id: prompt_id }
  const old = await tx.aiPrompt.findFirstOrThrow({ where })
  const isReworded = text !== undefined && text !== old.text
  const status = isReworded ? "archived" : (change.status ?? old.status)
  const wasActive = old.status === "active"
  const isActive = status === "active"
  if (isReworded || isActive !== wasActive) await incrementPanelVersion(tx, team_id, project)
  const panel = panelColumns({ wasActive, isActive }, project.panel_version + 1)
  // The change of a reworded prompt applies to the prompt that replaces it.
  await tx.aiPrompt.updateMany({ where, data: { ...(isReworded ? {} : change), status, ...panel } })
  const newId = isReworded ? await addReworded(tx, team_id, project, { ...change, text, old }, now) : prompt_id
  if (change.status === "active" && !wasActive) await requireCapacity(tx, team_id, project.id)
  return newId
}

/** The versions of the prompt set with which a prompt joins or leaves it. Active prompts are in the set. */
function panelColumns({ wasActive, isActive }: { wasActive: boolean; isActive: boolean }, panelVersion: number) {
  if (isActive && !wasActive) return { added_in_panel: panelVersion, removed_in_panel: null }
  return wasActive && !isActive ? { removed_in_panel: panelVersion } : {}
}

type Replaced = { topic_id: string | null; intent: string; tags: string[]; status: string }

/**
 * Adds the prompt that replaces `old`, and returns its id. It has the status of `old`, unless the change names one. An
 * active prompt that already has the text stays active, unless the change names another status.
 */
async function addReworded(
  tx: Prisma.TransactionClient,
  team_id: string,
  project: LockedProject,
  { text, old, ...change }: Change & { text: string; old: Replaced },
  now: Date,
): Promise<string> {
  const { topic_id, intent, tags } = { ...old, ...change }
  const next = { text, topic_id, intent: intent as Prompt["intent"], tags }
  const [added] = await addPrompts(tx, team_id, project, [next], now)
  const id = added ?? (await promptWithText(tx, team_id, project, text))
  const status = change.status ?? (added ? (old.status as Prompt["status"]) : "active")
  return writePrompt(tx, team_id, project, id, { status }, now)
}

/** Returns the id of the active prompt that already has this text. */
async function promptWithText(tx: Prisma.TransactionClient, team_id: string, project: LockedProject, text: string) {
  const existing = await tx.aiPrompt.findFirstOrThrow({
    where: { team_id, project_id: project.id, text, language: project.language },
    select: { id: true },
  })
  return existing.id
}
