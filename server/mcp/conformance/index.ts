/**
 * Adds the tools, prompts and resources that the official conformance suite calls by name. Only with MCP_CONFORMANCE=1,
 * and never in production.
 */
import "server-only"
import {
  type CallToolResult,
  createRequestStateCodec,
  type GetPromptResult,
  type Prompt,
  type Resource,
  type Server,
  type TextResourceContents,
  type Tool,
} from "@modelcontextprotocol/server"
import type { McpHandlers } from "../handlers"
import { contentTools } from "./content-tools"
import type { FixturePrompt, FixtureTool } from "./fixture"
import { inputPrompt, inputTools } from "./input-tools"
import { fixturePrompts, fixtureResources, fixtureTemplates } from "./prompts-and-resources"
import { streamTools } from "./stream-tools"

const codec = createRequestStateCodec({ key: "a key for the fixtures of the conformance suite" })

const allTools: Record<string, FixtureTool> = { ...contentTools, ...streamTools, ...inputTools(codec) }
const allPrompts: Record<string, FixturePrompt> = { ...fixturePrompts, ...inputPrompt }

const noArguments = { type: "object" as const, properties: {} }

/** True with MCP_CONFORMANCE=1. Throws in production. */
function isConformanceRun(): boolean {
  if (process.env.MCP_CONFORMANCE !== "1") return false
  if (process.env.NODE_ENV === "production") throw new Error("MCP_CONFORMANCE=1 is refused in production")
  return true
}

/** Adds the capabilities that only the revisions of 2025 have. Does nothing without MCP_CONFORMANCE=1. */
export function addFixtures(server: Server) {
  if (!isConformanceRun()) return
  server.registerCapabilities({ logging: {}, resources: { subscribe: true } })
  server.setRequestHandler("logging/setLevel", () => ({}))
  server.setRequestHandler("resources/subscribe", () => ({}))
  server.setRequestHandler("resources/unsubscribe", () => ({}))
}

/** Returns handlers that also know the fixtures. Returns the same handlers without MCP_CONFORMANCE=1. */
export function withFixtures(handlers: McpHandlers): McpHandlers {
  if (!isConformanceRun()) return handlers
  return {
    ...handlers,
    listTools: async () => ({ tools: [...(await handlers.listTools()).tools, ...describeTools()] }),
    callTool: (name, args, context) =>
      (allTools[name]?.call(args, context) as Promise<CallToolResult> | undefined) ??
      handlers.callTool(name, args, context),
    listResources: async () => ({
      resources: [...(await handlers.listResources()).resources, ...describeResources()],
    }),
    listTemplates: async () => ({
      resourceTemplates: [...(await handlers.listTemplates()).resourceTemplates, ...fixtureTemplates],
    }),
    async readResource(uri) {
      const fixture = readFixture(uri)
      return fixture ? { contents: [fixture] } : handlers.readResource(uri)
    },
    listPrompts: async () => ({ prompts: [...(await handlers.listPrompts()).prompts, ...describePrompts()] }),
    getPrompt: (name, args, context) =>
      (allPrompts[name]?.get(args, context) as Promise<GetPromptResult> | undefined) ??
      handlers.getPrompt(name, args, context),
  }
}

const description = "A fixture of the conformance suite."

const describeTools = (): Tool[] =>
  Object.entries(allTools).map(([name, { inputSchema = noArguments }]) => ({ name, description, inputSchema }))

const describePrompts = (): Prompt[] =>
  Object.entries(allPrompts).map(([name, { arguments: args = [] }]) => ({ name, description, arguments: args }))

const describeResources = (): Resource[] =>
  fixtureResources.map(({ uri, mimeType }) => ({ uri, name: uri, mimeType, description }))

function readFixture(uri: string): TextResourceContents | undefined {
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? []
  if (id)
    return {
      uri,
      mimeType: "application/json",
      text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
    }
  return fixtureResources.find((resource) => resource.uri === uri) as TextResourceContents | undefined
}
