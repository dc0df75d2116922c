/** Lists the history of a signal, oldest first. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { listPage, pageInput } from "@/domain/kernel/page"
import { sql } from "@/prisma/client"
import { signalEntry } from "./entry"
import { requireSignal } from "./signal"

export const listEntries = defineOperation({
  id: "signals.listEntries",
  summary: "List the history of a signal",
  audience: "team",
  kind: "query",
  input: z.strictObject({ ...pageInput, signal_id: id("signal") }),
  output: z.array(signalEntry),
  async handle({ team }, query) {
    await requireSignal(team, query.signal_id)
    return listPage(
      {
        row: signalEntry,
        cursorScope: ["signals.listEntries", team.id],
        columns: sql`e.id, e.action, e.actor_label, e.text, e.created_at`,
        from: sql`signal_entry e`,
        where: [sql`e.team_id = ${team.id}`, sql`e.signal_id = ${query.signal_id}`],
        sort: { column: sql`e.created_at`, descending: false, type: "timestamptz" },
        idColumn: sql`e.id`,
      },
      query,
    )
  },
})
