/** Previews, for each prompt, what adding it to the prompt set would do. Changes nothing. */
import { z } from "zod"
import { requireProject } from "@/domain/answers/project-reads"
import { singleLineText } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma, rows, sql } from "@/prisma/client"
import { areBranded } from "./branded-prompts"

const outcomes = ["new", "returns", "in_panel", "repeated"] as const

const checked = z.object({
  text: z.string(),
  outcome: z.enum(outcomes).meta({
    description:
      "`new`: not in the prompt set. `returns`: was in the prompt set before and will be added again. `in_panel`: already in the prompt set. `repeated`: occurs earlier in this list.",
  }),
  similar_to: z.string().nullable().meta({
    description: "A prompt of the prompt set or of the list that differs only in case, spaces or punctuation.",
  }),
  is_branded: z.boolean().meta({
    description: "`true` if the prompt contains the name of your brand. Metrics exclude such prompts by default.",
  }),
})
type Checked = z.infer<typeof checked>

export const checkPrompts = defineOperation({
  id: "aiVisibility.checkPrompts",
  summary: "Check prompts before you add them",
  description: "Changes nothing. It is a mutation only because a list of prompts is too long for a URL.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ project_id: id("aiProject"), texts: z.array(singleLineText(4_000)).min(1).max(500) }),
  output: z.array(checked),
  async handle({ team }, { project_id, texts }) {
    const storedPrompts = await rows(
      textRow,
      sql`
        select p.text, p.status from ai_prompt p join ai_project j on j.id = p.project_id and j.language = p.language
        where p.team_id = ${team.id} and p.project_id = ${project_id}`,
    )
    // A stored prompt proves that the project exists.
    if (storedPrompts.length === 0) await requireProject(team.id, project_id)
    const branded = await areBranded(prisma, team.id, project_id, texts)
    const statuses = new Map(storedPrompts.map(({ text, status }) => [text, status]))
    /** The first prompt with the same words, of the prompt set or of this list. */
    const textByWords = new Map<string, string>()
    for (const { text, status } of storedPrompts) if (status === "active") textByWords.set(wordsOnly(text), text)
    const seen = new Set<string>()
    const data = texts.map((text, i): Checked => {
      const outcome = seen.has(text) ? "repeated" : outcomeOf(statuses.get(text))
      const words = wordsOnly(text)
      const similar = textByWords.get(words)
      seen.add(text)
      if (!similar) textByWords.set(words, text)
      return {
        text,
        outcome,
        similar_to: similar && similar !== text ? similar : null,
        is_branded: branded[i] as boolean,
      }
    })
    return { data, total: data.length }
  },
})

/** `status` is that of the stored prompt with this text, if there is one. */
function outcomeOf(status: string | undefined): Checked["outcome"] {
  if (status === undefined) return "new"
  return status === "active" ? "in_panel" : "returns"
}

/**
 * Lowercases the text and replaces everything but letters and digits with spaces, to compare prompts. Combining marks
 * belong to their letter: in Hindi they are its vowel.
 */
const wordsOnly = (text: string) =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim()

const textRow = z.object({ text: z.string(), status: z.string() })
