/**
 * Builds the catalogue of tools from the table of operations, once per process. The order is that of the table, so a
 * client always gets its tools in the same order.
 */
import "server-only"
import type { Tool as McpTool } from "@modelcontextprotocol/server"
import { z } from "zod"
import { allOperations } from "@/domain/index"
import type { TeamContext } from "@/domain/kernel/context"
import type { AnyOperation } from "@/domain/kernel/operation"
import { roleAtLeast } from "@/domain/kernel/roles"
import type { Tool, ToolEffect } from "@/domain/kernel/tool"
import { inputSchemaOf, type JsonSchema, outputSchemaOf } from "./json-schema"
import { itemLinkSchema, linkSchema } from "./page-links"
import { isList, listSchema, periodSchema } from "./result"
import { cursorSchema, isTable, tablePageSchema } from "./table-page"
import { untrustedNotice } from "./untrusted"

/** A tool with its operation. `definition`: what clients see. `isWrite`: the operation changes data. */
export type OfferedTool = { operation: AnyOperation; tool: Tool; definition: McpTool; isWrite: boolean }

/** The arguments that every writing tool accepts in addition to those of its operation. */
export const writeArguments = z.object({
  dry_run: z.boolean().default(false),
  idempotency_key: z.string().optional(),
})

const writeInputs = (effect: ToolEffect | undefined) => ({
  dry_run: { type: "boolean", default: false, description: "Check and show the result, change nothing." },
  ...((effect === "create" || effect === "spend") && {
    idempotency_key: { type: "string", description: "22 to 64 characters. A repeated call changes nothing." },
  }),
})

/** Annotations that tell clients what kind of change a tool makes, if any. */
const annotations: Record<"read" | ToolEffect, McpTool["annotations"]> = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  create: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  add: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  change: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  spend: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
}

/** The number of levels of the output schema. Tables of metrics include the fields of their columns and rows. */
const schemaDepthOf = ({ hasPeriod }: AnyOperation) => (hasPeriod ? 2 : 1)

/** Every tool, by name. */
export const tools: ReadonlyMap<string, OfferedTool> = new Map(
  allOperations.flatMap((operation) =>
    operation.tool ? [[operation.tool.name, offer(operation, operation.tool)]] : [],
  ),
)

/**
 * Returns the tools that a caller sees. Tools that write are hidden if the team has not allowed write actions, or if
 * the role of the user does not allow them. They are listed if only the scope is missing, because the client can ask
 * for it. A tool that the plan lacks is listed, too, and its call returns `plan_required`.
 */
export const visibleTools = ({ actor, connection }: TeamContext): McpTool[] =>
  [...tools.values()].flatMap(({ operation, definition, isWrite }) => {
    const isHidden = isWrite && !(connection?.areWritesEnabled && isAllowedByRole(operation, actor))
    return isHidden ? [] : [definition]
  })

/** The names of the arguments that the tool accepts. */
export const argumentNamesOf = ({ definition }: OfferedTool) => Object.keys(definition.inputSchema.properties ?? {})

/** True if the user's role allows the operation. */
export const isAllowedByRole = ({ role = "viewer" }: AnyOperation, actor: TeamContext["actor"]) =>
  actor.kind === "person" && roleAtLeast(actor.role, role)

function offer(operation: AnyOperation, tool: Tool): OfferedTool {
  const { name, title } = tool
  const description = tool.untrusted ? `${tool.description} ${untrustedNotice}` : tool.description
  const isWrite = operation.kind === "mutation"
  const input = inputSchemaOf(operation.input, tool.omit)
  const properties = {
    ...withDefaults(input.properties, tool.defaults),
    ...(isTable(operation) && { cursor: cursorSchema }),
    ...(isWrite && writeInputs(tool.effect)),
  }
  const definition = {
    name,
    title,
    description,
    inputSchema: { ...input, properties },
    outputSchema: resultSchema(operation, tool),
    annotations: { title, ...annotations[isWrite ? (tool.effect ?? "change") : "read"] },
  }
  return { operation, tool, definition: definition as McpTool, isWrite }
}

function withDefaults(properties: JsonSchema["properties"] = {}, defaults: Tool["defaults"] = {}) {
  const applicable = Object.entries(defaults).filter(([name]) => name in properties)
  const changed = applicable.map(([name, value]) => [name, { ...properties[name], default: value }])
  return { ...properties, ...Object.fromEntries(changed) }
}

/** The schema of a result: that of `contentOf` in result.ts, with `dry_run`. */
function resultSchema(operation: AnyOperation, { untrusted, page }: Tool) {
  const data = outputSchemaOf(operation.output, schemaDepthOf(operation), untrusted)
  const dryRun = operation.kind === "mutation" ? { dry_run: { type: "boolean" } } : {}
  if (isList(operation)) {
    const link = page && itemLinkSchema
    return { type: "object", properties: { items: data, ...listSchema, ...link, ...dryRun }, required: ["items"] }
  }
  const link = page && linkSchema
  const properties = {
    ...data.properties,
    ...link,
    ...(operation.hasPeriod && periodSchema),
    ...(isTable(operation) && tablePageSchema),
    ...dryRun,
  }
  return { type: "object", properties }
}
