/** Changes the settings of the team's MCP connector. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { defineOperation } from "@/domain/kernel/operation"
import { requireDeveloperAccess } from "@/domain/kernel/plans"
import { prisma, rowsIn, sql } from "@/prisma/client"
import { findSettings, mcpSettings, storedSettings } from "./settings"

export const updateMcpSettings = defineOperation({
  id: "connections.updateSettings",
  summary: "Change the settings of the MCP connector",
  description:
    "Takes effect with the next call of a connected app. Switching the connector off keeps the connections, so they work again when it is switched on.",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject(storedSettings.shape).partial(),
  output: mcpSettings,
  async handle(ctx, changes) {
    requireDeveloperAccess(ctx.team)
    const { id } = ctx.team
    await prisma.$transaction(async (tx) => {
      const [before] = await rowsIn(
        tx,
        storedSettings,
        sql`select mcp_enabled, mcp_writes_enabled from team where id = ${id} for update`,
      )
      if (!before) return
      const after = { ...before, ...defined(changes) }
      if (after.mcp_enabled === before.mcp_enabled && after.mcp_writes_enabled === before.mcp_writes_enabled) return
      await tx.team.updateMany({ where: { id }, data: after })
      await recordAudit(ctx, { action: "connection.settings_changed", subject_id: id, before, after }, tx)
    })
    return { data: await findSettings(id) }
  },
})

const defined = <T extends object>(changes: T) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
