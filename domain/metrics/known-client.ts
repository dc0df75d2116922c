/** Refuses unknown clients in the filter of a list. */
import type { TeamContext } from "@/domain/kernel/context"
import { notFound } from "@/domain/kernel/errors"
import { idRow } from "@/domain/kernel/rows"
import { rows, sql } from "@/prisma/client"

/**
 * For lists with the filter `client_id`. A model would report the empty list of an unknown client as a fact, so calls
 * of MCP clients fail. Over REST, filters that match nothing return an empty list.
 */
export async function requireKnownClient({ team, connection }: TeamContext, clientId: string | undefined) {
  if (!connection || clientId === undefined) return
  const found = await rows(idRow, sql`select id from client where team_id = ${team.id} and id = ${clientId}`)
  if (found.length === 0) throw notFound("client")
}
