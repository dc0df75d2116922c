/** Adds a note to the history of a signal. */
import { z } from "zod"
import { withoutUnstorableCharacters } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { addEntries, authorOf } from "./entry"
import { requireSignal, signal } from "./signal"

export const addNote = defineOperation({
  id: "signals.addNote",
  summary: "Add a note to a signal",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({
    signal_id: id("signal"),
    text: z.string().transform(withoutUnstorableCharacters).pipe(z.string().trim().min(1).max(5_000)),
  }),
  output: signal,
  async handle(ctx, { signal_id, text }) {
    const { id: found } = await requireSignal(ctx.team, signal_id)
    const note = { action: "note" as const, text, ...authorOf(ctx) }
    await prisma.$transaction((tx) => addEntries(tx, ctx.team.id, [found], note, ctx.now()))
    return { data: await requireSignal(ctx.team, signal_id) }
  },
})
