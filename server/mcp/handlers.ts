/** Handles the requests of MCP for one call: tools, resources, prompts and completions. */
import "server-only"
import {
  type CompleteRequest,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server"
import { asProblem } from "@/domain/kernel/errors"
import { chargeOtherRequest } from "./admit-call"
import type { McpCall } from "./call"
import { callTool } from "./call-tool"
import { tools, visibleTools } from "./catalogue"
import { complete } from "./complete"
import { getPrompt, prompts } from "./prompts"
import { protocolErrorOf } from "./protocol-error"
import { recordCall } from "./record-call"
import { listResources, readResource, templates } from "./resources"

export type McpHandlers = ReturnType<typeof createHandlers>

/** `callTool`, `readResource` and `getPrompt` charge and log their calls themselves. Lists are charged, not logged. */
export function createHandlers(call: McpCall) {
  const asProtocolError = (thrown: unknown) => Promise.reject(protocolErrorOf(call, thrown))
  return {
    async listTools() {
      await chargeOtherRequest(call.ctx)
      return { tools: visibleTools(call.ctx) }
    },
    callTool(name: string, args: Record<string, unknown>, context: ServerContext) {
      const tool = tools.get(name)
      if (!tool) return refuseUnknownTool(call, name, args)
      const called = { method: "tools/call", name, arguments: args, isWrite: tool.isWrite }
      return recordCall(call, called, () => callTool(call, tool, args, context.mcpReq))
    },
    async listResources() {
      await chargeOtherRequest(call.ctx)
      return { resources: await listResources(call).catch(asProtocolError) }
    },
    async listTemplates() {
      await chargeOtherRequest(call.ctx)
      return { resourceTemplates: templates }
    },
    readResource: (uri: string) => readResource(call, uri),
    async listPrompts() {
      await chargeOtherRequest(call.ctx)
      return { prompts }
    },
    getPrompt: (name: string, args: Record<string, string>, _context: ServerContext) => getPrompt(call, name, args),
    complete: (params: CompleteRequest["params"]) => complete(call, params).catch(asProtocolError),
  }
}

/** Charges and logs a call of an unknown tool. Throws a ProtocolError, or the Problem of an exceeded limit. */
function refuseUnknownTool(call: McpCall, name: string, args: Record<string, unknown>) {
  const called = { method: "tools/call", name, arguments: args, isWrite: false }
  return recordCall<never>(call, called, async () => {
    const logged = { rows: 0, text: "" }
    try {
      await chargeOtherRequest(call.ctx)
    } catch (thrown) {
      return { ...logged, thrown: thrown as Error, code: asProblem(thrown).code }
    }
    const message = `There is no tool named ${name.slice(0, 100)}. tools/list returns the names of all tools.`
    return {
      ...logged,
      thrown: new ProtocolError(ProtocolErrorCode.InvalidParams, message),
      code: "resource_not_found",
    }
  })
}
