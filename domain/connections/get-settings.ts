/** Returns the settings of the team's MCP connector. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { exampleSettings, findSettings, mcpSettings } from "./settings"

export const getSettings = defineOperation({
  id: "connections.getSettings",
  summary: "Get the settings of the MCP connector",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: mcpSettings,
  example: exampleSettings,
  handle: async ({ team }) => ({ data: await findSettings(team.id) }),
})
