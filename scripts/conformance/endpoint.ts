/**
 * Serves MCP behind a proxy that adds a token to every request. With MCP_CONFORMANCE=1 the server has the fixtures of
 * the suite.
 */
import { freshAccessToken } from "@/domain/testing/connection"
import { freshMember } from "@/domain/testing/person"
import { freshTeam } from "@/domain/testing/team"
import { createFrontServer } from "@/server/front-server"
import { listen, proxyTo } from "./token-proxy"

export async function startEndpoint() {
  const team = await freshTeam()
  const { actor } = await freshMember(team, "owner")
  const token = await freshAccessToken({ teamId: team.id, userId: actor.id, scopes: ["data:read", "data:write"] })
  const server = createFrontServer((_, response) => response.writeHead(404).end(), "front")
  const port = await listen(server)
  const proxy = proxyTo(port, token)
  const url = `http://localhost:${await listen(proxy)}/mcp`
  const close = () => {
    for (const listener of [proxy, server]) listener.close().closeAllConnections()
  }
  return { url, close }
}
