/** Lists the connected apps. Leaves out connections whose app never exchanged its code for tokens. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { listPage, nullsLast, pageInput, type Sort, sortInput } from "@/domain/kernel/page"
import { sql } from "@/prisma/client"
import {
  connection,
  connectionColumns,
  connectionRow,
  connectionSource,
  connectionState,
  connectionStates,
  visibleTo,
} from "./connection"
import { isConnectedAppAllowed } from "./oauth/allowed-clients"

const sorts = {
  "-created_at": { column: sql`g.created_at`, descending: true, type: "timestamptz" },
  created_at: { column: sql`g.created_at`, descending: false, type: "timestamptz" },
  last_used_at: nullsLast(sql`g.last_used_at`, false, "timestamptz"),
  "-last_used_at": nullsLast(sql`g.last_used_at`, true, "timestamptz"),
} satisfies Record<string, Sort>

export const listConnections = defineOperation({
  id: "connections.list",
  summary: "List connected apps",
  description: "Admins and owners see the apps of all members. Other members see their own.",
  audience: "team",
  kind: "query",
  input: z.strictObject({
    ...pageInput,
    state: z.array(z.enum(connectionStates)).min(1).optional(),
    sort: sortInput(sorts).default("-created_at"),
  }),
  output: z.array(connection),
  async handle(ctx, query) {
    const now = ctx.now()
    const { userId } = visibleTo(ctx)
    const page = await listPage(
      {
        row: connectionRow,
        cursorScope: ["connections.list", ctx.team.id],
        columns: connectionColumns(now),
        from: connectionSource,
        where: [
          sql`g.team_id = ${ctx.team.id}`,
          sql`g.activated_at is not null`,
          ...(userId ? [sql`g.user_id = ${userId}`] : []),
          ...(query.state ? [sql`${connectionState(now)} = any(${query.state})`] : []),
        ],
        sort: sorts[query.sort],
        idColumn: sql`g.id`,
      },
      query,
    )
    return { ...page, data: page.data.parse().map((row) => ({ ...row, is_allowed: isConnectedAppAllowed(row) })) }
  },
})
