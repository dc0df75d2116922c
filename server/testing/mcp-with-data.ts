/** Starts the MCP endpoint for a team that has every kind of record, with fakes of its data sources. */
import { vi } from "vitest"
import { startFakes } from "@/domain/data-sources/testing/fakes/index"
import { serveMcp } from "./mcp"
import { teamWithData } from "./team-with-data"

export async function serveMcpWithData() {
  vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "1")
  const server = await serveMcp()
  const fakes = await startFakes()
  for (const [name, value] of Object.entries(fakes.env)) vi.stubEnv(name, value)
  return {
    url: server.url,
    data: await teamWithData(() => new Date()),
    async close() {
      vi.unstubAllEnvs()
      await server.close()
      await fakes.close()
    },
  }
}
