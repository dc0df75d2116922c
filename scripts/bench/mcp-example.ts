/**
 * Serves MCP as in the examples of the SDK, over node:http, as the baseline of `npm run bench -- mcp`. The server has
 * 32 tools: 29 return their input, and three read the same data as the product's tools, through its REST handler in
 * this process. It has no authorization server, limits or audit.
 */
import { createServer } from "node:http"
import { Readable } from "node:stream"
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server"
import { z } from "zod"
import { createGetter, type Get } from "./rest-in-process"

const echoToolCount = 29

function createExampleServer(get: Get) {
  const server = new McpServer({ name: "example", version: "1.0.0" })
  for (let i = 0; i < echoToolCount; i++)
    server.registerTool(
      `echo_${i}`,
      { title: "Echo", description: "Returns the text.", inputSchema: z.object({ text: z.string() }) },
      ({ text }) => ({ content: [{ type: "text", text }] }),
    )
  for (const name of ["list_clients", "query_metrics", "get_visibility_metrics"])
    server.registerTool(
      name,
      { title: name, description: "Reads a path of the REST API.", inputSchema: z.object({ path: z.string() }) },
      async ({ path }) => {
        const body = (await get(path)) as Record<string, unknown>
        return { content: [{ type: "text", text: JSON.stringify(body) }], structuredContent: body }
      },
    )
  return server
}

/** `key` is an API key of the product. The environment names its database and limits. */
export function serveExample(port: number, key: string) {
  const get = createGetter(key)
  const handler = createMcpHandler(() => createExampleServer(get))
  createServer(async (incoming, outgoing) => {
    if (incoming.url === "/healthz") return outgoing.end("ok")
    const request = new Request(`http://localhost${incoming.url}`, {
      method: "POST",
      headers: new Headers(incoming.headers as Record<string, string>),
      body: Readable.toWeb(incoming) as ReadableStream,
      ...{ duplex: "half" },
    })
    const response = await handler.fetch(request)
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
  }).listen(port, "127.0.0.1")
}
