/** Serves MCP resources: each resource is the result of a query, at a URI. Built once from the table of operations. */
import "server-only"
import {
  type Resource as McpResource,
  type ReadResourceResult,
  ResourceNotFoundError,
  type ResourceTemplateType,
  UriTemplate,
} from "@modelcontextprotocol/server"
import { allOperations } from "@/domain/index"
import { asProblem, notFound } from "@/domain/kernel/errors"
import { type AnyOperation, run } from "@/domain/kernel/operation"
import type { Resource } from "@/domain/kernel/tool"
import { listRecent } from "@/domain/search/list-recent"
import { admitMcpCall, costOfRead } from "./admit-call"
import type { McpCall } from "./call"
import { argumentNamesOf, isAllowedByRole, tools } from "./catalogue"
import { readListPage } from "./list-page"
import { protocolErrorOf } from "./protocol-error"
import { type Outcome, recordCall } from "./record-call"
import { fitResult, readResult, type Serialized, serialize } from "./result"
import { runQuery } from "./run-query"
import { removeInvisibleCharacters } from "./untrusted"

type Arguments = Record<string, unknown>
type ServedResource = { operation: AnyOperation; resource: Resource; template: UriTemplate; isTemplate: boolean }

const servedResources: ServedResource[] = allOperations.flatMap((operation) =>
  (operation.resources ?? []).map((resource: Resource) => {
    const isTemplate = UriTemplate.isTemplate(resource.uri)
    return { operation, resource, template: new UriTemplate(resource.uri), isTemplate }
  }),
)

const mimeType = "application/json"
const audience: ("user" | "assistant")[] = ["user", "assistant"]

export const templates: ResourceTemplateType[] = servedResources
  .filter(({ isTemplate }) => isTemplate)
  .map(({ resource: { uri, name, title, description } }) => {
    return { uriTemplate: uri, name, title, description, mimeType, annotations: { audience } }
  })

/** The resources without parameters that the role of the caller allows, and the records that changed last. */
export async function listResources(call: McpCall): Promise<McpResource[]> {
  const fixed = servedResources
    .filter(({ isTemplate, operation }) => !isTemplate && isAllowedByRole(operation, call.ctx.actor))
    .map(({ resource: { uri, name, title, description } }) => {
      return { uri, name, title, description, mimeType, annotations: { audience } }
    })
  const { data } = await runQuery(call, (ctx) => run(listRecent, ctx, {}))
  const recent = data.map(({ id, type, title, updated_at }) => ({
    uri: `app://${type}s/${id}`,
    name: id,
    title: removeInvisibleCharacters(title),
    mimeType,
    annotations: { audience, lastModified: updated_at },
  }))
  return [...fixed, ...recent]
}

/** How long a client may cache a resource that is final. */
const finalTtlSeconds = 86_400

/** Reads a resource and logs it. */
export function readResource(call: McpCall, uri: string): Promise<ReadResourceResult> {
  const called = { method: "resources/read", name: uri, arguments: null, isWrite: false }
  return recordCall(call, called, () => read(call, uri))
}

async function read(call: McpCall, uri: string): Promise<Outcome<ReadResourceResult>> {
  let release = () => {}
  try {
    release = await admitMcpCall(call.ctx, costOfRead)
    const match = findResource(uri)
    if (!match) throw notFound("resource")
    const { operation, resource, variables } = match
    const { json: text, content } = await readFitting(call, operation, { ...resource.input, ...variables })
    const ttlSeconds = resource.isFinal?.(content) ? finalTtlSeconds : resource.ttlSeconds
    const caching = { ttlMs: ttlSeconds * 1_000, cacheScope: resource.isPublic ? "public" : "private" }
    return { result: { contents: [{ uri, mimeType, text }], ...caching }, code: "ok", rows: 1, text }
  } catch (failure) {
    const problem = asProblem(failure)
    const isMissing = problem.status === 404 || problem.code === "parameter_invalid"
    const thrown = isMissing ? new ResourceNotFoundError(uri) : protocolErrorOf(call, problem)
    return { thrown, code: problem.code, rows: 0, text: "" }
  } finally {
    release()
  }
}

/** Reads as much as fits into a result. If a list or a report is cut, a hint names the tool that returns the rest. */
async function readFitting(call: McpCall, operation: AnyOperation, input: Arguments): Promise<Serialized> {
  const { tool } = operation
  const offered = tool && tools.get(tool.name)
  const argumentNames = offered ? argumentNamesOf(offered) : []
  const args = Object.fromEntries(Object.entries(input).filter(([name]) => argumentNames.includes(name)))
  const toolCall = tool && `${tool.name} with ${JSON.stringify(args)}`
  const note = toolCall && { hint: `The list continues. To get the rest, call ${toolCall} and next_cursor as cursor.` }
  const page = await readListPage(operation, input, {
    read: (query) => runQuery(call, (ctx) => readResult(operation, ctx, query)),
    reservedCharacters: JSON.stringify(note ?? {}).length,
  })
  const isContinued = typeof page.content["next_cursor"] === "string"
  return fitResult(isContinued ? serialize({ ...page.content, ...note }) : page, tool, { argumentNames, toolCall })
}

function findResource(uri: string) {
  for (const { template, isTemplate, ...resource } of servedResources) {
    if (!isTemplate && resource.resource.uri === uri) return { ...resource, variables: {} }
    const variables = isTemplate ? template.match(uri) : null
    if (variables) return { ...resource, variables }
  }
  return undefined
}
