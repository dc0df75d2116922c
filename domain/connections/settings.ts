/** Defines the settings of the MCP connector. Every team has its own. */
import { z } from "zod"
import { baseUrl } from "@/domain/kernel/base-url"
import { notFound } from "@/domain/kernel/errors"
import { rows, sql } from "@/prisma/client"

/** The URL of the MCP endpoint. Access tokens are valid for exactly this resource. */
export const connectorUrl = () => `${baseUrl()}/mcp`

export const storedSettings = z.object({
  mcp_enabled: z.boolean().meta({ description: "Whether apps can connect to the team and call tools." }),
  mcp_writes_enabled: z.boolean().meta({ description: "Whether connected apps can call tools that change data." }),
})

export const mcpSettings = storedSettings.extend({
  url: z.string().meta({ description: "The URL that people enter in their app." }),
})
export type McpSettings = z.infer<typeof mcpSettings>

export async function findSettings(teamId: string): Promise<McpSettings> {
  const [found] = await rows(
    storedSettings,
    sql`select t.mcp_enabled, t.mcp_writes_enabled from team t where t.id = ${teamId}`,
  )
  if (!found) throw notFound("team")
  return { ...found, url: connectorUrl() }
}
