/** Serves MCP behind a proxy that adds a token to every request. With MCP_CONFORMANCE=1 the server has the fixtures of the suite. */
import { createServer, type Server, request as send } from "node:http"
import type { AddressInfo } from "node:net"
import { freshConnection } from "@/domain/testing/connection"
import { freshMember } from "@/domain/testing/person"
import { freshTeam } from "@/domain/testing/team"
import { frontServer } from "@/server/front-server"

export async function startEndpoint() {
  const team = await freshTeam()
  const { actor } = await freshMember(team, "owner")
  const token = await freshConnection({ teamId: team.id, userId: actor.id, scopes: ["data:read", "data:write"] })
  const server = frontServer((_, response) => response.writeHead(404).end(), "front")
  const port = await listen(server)
  const proxy = proxyTo(port, token)
  const url = `http://localhost:${await listen(proxy)}/mcp`
  const close = () => {
    for (const one of [proxy, server]) one.close().closeAllConnections()
  }
  return { url, close }
}

/** Adds the token and passes on the rest of the request unchanged, including a forged Host header. */
const proxyTo = (port: number, token: string) =>
  createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming
    const authorized = { ...headers, authorization: `Bearer ${token}` }
    const passed = send({ host: "127.0.0.1", port, method, path: url, headers: authorized }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    passed.on("error", () => outgoing.destroy())
    outgoing.on("close", () => passed.destroy())
    incoming.pipe(passed)
  })

const listen = (server: Server) =>
  new Promise<number>((resolve) => server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)))
