/** Returns the settings of the team's MCP connector. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { findSettings, mcpSettings } from "./settings"

export const getMcpSettings = defineOperation({
  id: "connections.getSettings",
  summary: "Get the settings of the MCP connector",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: mcpSettings,
  handle: async ({ team }) => ({ data: await findSettings(team.id) }),
})
