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
  type ResourceTemplateType,
  type Server,
  type ServerContext,
  type TextResourceContents,
  type Tool,
} from "@modelcontextprotocol/server"
import { contentTools } from "./content-tools"
import type { FixturePrompt, FixtureTool } from "./fixture"
import { inputPrompt, inputTools } from "./input-tools"
import { fixturePrompts, fixtureResources, fixtureTemplates } from "./prompts-and-resources"
import { streamTools } from "./stream-tools"

export type Fixtures = {
  tools: Tool[]
  resources: Resource[]
  templates: ResourceTemplateType[]
  prompts: Prompt[]
  call(name: string, args: Record<string, unknown>, request: ServerContext): Promise<CallToolResult> | undefined
  prompt(name: string, args: Record<string, string>, request: ServerContext): Promise<GetPromptResult> | undefined
  read(uri: string): TextResourceContents | undefined
  /** Adds what only the revisions of 2025 have. */
  register(server: Server): void
}

const codec = createRequestStateCodec({ key: "a key for the fixtures of the conformance suite" })

const allTools: Record<string, FixtureTool> = { ...contentTools, ...streamTools, ...inputTools(codec) }
const allPrompts: Record<string, FixturePrompt> = { ...fixturePrompts, ...inputPrompt }

const noArguments = { type: "object" as const, properties: {} }

/** Undefined unless MCP_CONFORMANCE is 1. Throws in production. */
export function fixtures(): Fixtures | undefined {
  if (process.env.MCP_CONFORMANCE !== "1") return undefined
  if (process.env.NODE_ENV === "production") throw new Error("MCP_CONFORMANCE=1 is refused in production")
  return {
    tools: Object.entries(allTools).map(([name, { inputSchema = noArguments }]) => {
      return { name, description: "A fixture of the conformance suite.", inputSchema }
    }),
    prompts: Object.entries(allPrompts).map(([name, { arguments: args = [] }]) => {
      return { name, description: "A fixture of the conformance suite.", arguments: args }
    }),
    resources: fixtureResources.map(({ uri, mimeType }) => {
      return { uri, name: uri, mimeType, description: "A fixture of the conformance suite." }
    }),
    templates: fixtureTemplates,
    call: (name, args, request) => allTools[name]?.call(args, request) as Promise<CallToolResult> | undefined,
    prompt: (name, args, request) => allPrompts[name]?.get(args, request) as Promise<GetPromptResult> | undefined,
    read: readFixture,
    register,
  }
}

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

function register(server: Server) {
  server.registerCapabilities({ logging: {}, resources: { subscribe: true } })
  server.setRequestHandler("logging/setLevel", () => ({}))
  server.setRequestHandler("resources/subscribe", () => ({}))
  server.setRequestHandler("resources/unsubscribe", () => ({}))
}
