/** Defines an entry of a signal's history: a change of status, or a note. */
import { z } from "zod"
import type { TeamContext } from "@/domain/kernel/context"
import { createdAt } from "@/domain/kernel/fields"
import { id, newId } from "@/domain/kernel/ids"
import type { Prisma } from "@/prisma/client"

const actions = ["created", "acknowledged", "snoozed", "reopened", "resolved", "dismissed", "note"] as const

export const signalEntry = z.object({
  id: id("signalEntry"),
  action: z.enum(actions).meta({ description: "What happened." }),
  actor_label: z.string().meta({ description: "Who did it." }),
  text: z.string().nullable().meta({ description: "The note, or the reason." }),
  created_at: createdAt(),
})

export type NewEntry = { action: (typeof actions)[number]; text?: string | null }
type Author = { actor_id: string | null; actor_label: string }

export const byEvaluation: Author = { actor_id: null, actor_label: "Signalbox" }
export const authorOf = ({ actor }: Pick<TeamContext, "actor">): Author => ({
  actor_id: actor.kind === "person" ? actor.id : null,
  actor_label: actor.name,
})

export async function addEntries(
  tx: Prisma.TransactionClient,
  team_id: string,
  signalIds: readonly string[],
  { action, text = null, ...author }: NewEntry & Author,
  created_at: Date,
) {
  const data = signalIds.map((signal_id) => ({
    ...author,
    id: newId("signalEntry", created_at.getTime()),
    team_id,
    signal_id,
    action,
    text,
    created_at,
  }))
  await tx.signalEntry.createMany({ data })
}
