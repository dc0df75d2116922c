/** Lists the connected apps, newest first. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { listPage, pageInput } from "@/domain/kernel/page"
import { sql } from "@/prisma/client"
import {
  connection,
  connectionColumns,
  connectionSource,
  connectionState,
  connectionStates,
  exampleConnection,
  visibleTo,
} from "./connection"

export const listConnections = defineOperation({
  id: "connections.list",
  summary: "List connected apps",
  description: "Admins and owners see the apps of all members. Other members see their own.",
  audience: "team",
  kind: "query",
  input: z.strictObject({ ...pageInput, state: z.array(z.enum(connectionStates)).min(1).optional() }),
  output: z.array(connection),
  example: [exampleConnection],
  async handle(ctx, query) {
    const now = ctx.now()
    const { userId } = visibleTo(ctx)
    return listPage(
      {
        row: connection,
        cursorScope: ["connections.list", ctx.team.id],
        columns: connectionColumns(now),
        from: connectionSource,
        where: [
          sql`g.team_id = ${ctx.team.id}`,
          sql`g.activated_at is not null`,
          ...(userId ? [sql`g.user_id = ${userId}`] : []),
          ...(query.state ? [sql`${connectionState(now)} = any(${query.state})`] : []),
        ],
        sort: { column: sql`g.created_at`, descending: true, type: "timestamptz" },
        idColumn: sql`g.id`,
      },
      query,
    )
  },
})
