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
import { admitCall, costOfRead } from "./admit-call"
import type { McpCall } from "./call"
import { isAllowedByRole } from "./catalogue"
import { protocolErrorOf } from "./protocol-error"
import { type Outcome, recordCall } from "./record-call"
import { fitResult, readResult } from "./result"
import { runQuery } from "./run-query"
import { removeInvisibleCharacters } from "./untrusted"

type ServedResource = { operation: AnyOperation; resource: Resource; template: UriTemplate; isTemplate: boolean }

const served: ServedResource[] = allOperations.flatMap((operation) =>
  (operation.resources ?? []).map((resource: Resource) => {
    const isTemplate = UriTemplate.isTemplate(resource.uri)
    return { operation, resource, template: new UriTemplate(resource.uri), isTemplate }
  }),
)

const mimeType = "application/json"
const audience: ("user" | "assistant")[] = ["user", "assistant"]

export const templates: ResourceTemplateType[] = served
  .filter(({ isTemplate }) => isTemplate)
  .map(({ resource: { uri, name, title, description } }) => {
    return { uriTemplate: uri, name, title, description, mimeType, annotations: { audience } }
  })

/** The resources without parameters that the role of the caller allows, and the records that changed last. */
export async function listResources(call: McpCall): Promise<McpResource[]> {
  const fixed = served
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

/** Reads a resource and logs it. */
export function readResource(call: McpCall, uri: string): Promise<ReadResourceResult> {
  const called = { method: "resources/read", name: uri, arguments: null, isWrite: false }
  return recordCall(call, called, () => read(call, uri))
}

async function read(call: McpCall, uri: string): Promise<Outcome<ReadResourceResult>> {
  let release = () => {}
  try {
    release = await admitCall(call.ctx, costOfRead)
    const found = find(uri)
    if (!found) throw notFound("resource")
    const { operation, resource, variables } = found
    const result = await runQuery(call, (ctx) => readResult(operation, ctx, { ...resource.input, ...variables }))
    const { json: text, content } = fitResult(result, operation.tool)
    const hint = {
      ttlMs: ttlSecondsOf(resource, content) * 1_000,
      cacheScope: resource.isPublic ? "public" : "private",
    }
    return { result: { contents: [{ uri, mimeType, text }], ...hint }, code: "ok", rows: 1, text }
  } catch (failure) {
    const problem = asProblem(failure)
    const isMissing = problem.status === 404 || problem.code === "parameter_invalid"
    const thrown = isMissing ? new ResourceNotFoundError(uri) : protocolErrorOf(call, problem)
    return { thrown, code: problem.code, rows: 0, text: "" }
  } finally {
    release()
  }
}

const finishedTtlSeconds = 86_400

/** Finished resources, such as a scan that has ended, rarely change. */
const ttlSecondsOf = ({ ttlSeconds }: Resource, content: Record<string, unknown>) =>
  typeof content["finished_at"] === "string" ? finishedTtlSeconds : ttlSeconds

function find(uri: string) {
  for (const { template, isTemplate, ...resource } of served) {
    if (!isTemplate && resource.resource.uri === uri) return { ...resource, variables: {} }
    const variables = isTemplate ? template.match(uri) : null
    if (variables) return { ...resource, variables }
  }
  return undefined
}
