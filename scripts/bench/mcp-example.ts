/**
 * An MCP server as in the examples of the SDK: 32 tools that return their input, over node:http. The baseline of `npm
 * run bench -- mcp`.
 */
import { createServer } from "node:http"
import { Readable } from "node:stream"
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server"
import { z } from "zod"

const toolsCount = 32

function exampleServer() {
  const server = new McpServer({ name: "example", version: "1.0.0" })
  for (let i = 0; i < toolsCount; i++)
    server.registerTool(
      `echo_${i}`,
      { title: "Echo", description: "Returns the text.", inputSchema: z.object({ text: z.string() }) },
      ({ text }) => ({ content: [{ type: "text", text }] }),
    )
  return server
}

export function serveExample(port: number) {
  const handler = createMcpHandler(exampleServer)
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
