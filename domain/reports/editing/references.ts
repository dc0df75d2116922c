/** Checks that the goals, projects and data sources that widgets name belong to the client of the report. */
import { z } from "zod"
import type { FieldError } from "@/domain/kernel/errors"
import { problemOf } from "@/domain/kernel/validate"
import { rows, sql } from "@/prisma/client"
import type { Widget } from "../widget"

type QueriedWidget = Pick<Widget, "kind" | "query">
type Reference = { id: string; pointer: string; noun: string }

const idRow = z.object({ id: z.string() })

/** Throws `parameter_invalid` with every reference that the client does not have. */
export async function requireReferences(
  { teamId, clientId }: { teamId: string; clientId: string },
  widgets: readonly { widget: QueriedWidget; pointer: string }[],
): Promise<void> {
  const references = widgets.flatMap(({ widget, pointer }) => referencesOf(widget, `${pointer}/query`))
  if (references.length === 0) return
  const existingIds = await findOwnedIds(
    { teamId, clientId },
    references.map(({ id }) => id),
  )
  const errors: FieldError[] = references
    .filter(({ id }) => !existingIds.has(id))
    .map(({ id, pointer, noun }) => ({
      pointer,
      code: "parameter_invalid",
      detail: `The client of this report has no ${noun} ${id}.`,
      fix: `Choose a ${noun} of this client.`,
    }))
  if (errors.length > 0) throw problemOf(errors)
}

/** True when the query names an object of one client, so another client's report cannot contain it. */
export const isBoundToClient = (widget: QueriedWidget) => referencesOf(widget, "").length > 0

function referencesOf({ kind, query }: QueriedWidget, pointer: string): Reference[] {
  if (kind === "goal") return [{ id: String(query["goal_id"]), pointer: `${pointer}/goal_id`, noun: "goal" }]
  if (kind === "ai_visibility" || kind === "citations")
    return [{ id: String(query["project_id"]), pointer: `${pointer}/project_id`, noun: "AI-visibility project" }]
  const filter = (query["filter"] ?? {}) as Record<string, string[]>
  const noun = "data source"
  return (filter["data_source"] ?? []).map((id) => ({ id, pointer: `${pointer}/filter/data_source`, noun }))
}

async function findOwnedIds({ teamId, clientId }: { teamId: string; clientId: string }, ids: string[]) {
  const ownedRows = await rows(
    idRow,
    sql`
      select id from goal where team_id = ${teamId} and client_id = ${clientId} and id = any(${ids})
      union all select id from ai_project where team_id = ${teamId} and client_id = ${clientId} and id = any(${ids})
      union all select id from data_source where team_id = ${teamId} and client_id = ${clientId} and id = any(${ids})`,
  )
  return new Set(ownedRows.map(({ id }) => id))
}
