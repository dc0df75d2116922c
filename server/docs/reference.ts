/** The reference of the REST API as Markdown, one page per tag of the OpenAPI document. */
import "server-only"
import { baseUrl } from "@/domain/kernel/base-url"
import { nodeRequest, pythonRequest } from "@/domain/kernel/request-examples"
import { curlCommand } from "../curl-command"
import { buildDocument } from "../openapi"
import { fieldsOf, fieldTable, type Schema, textOf, typeOf } from "./field-table"

type Parameter = {
  name: string
  in: "path" | "query"
  required: boolean
  description?: string
  schema: Schema
  example?: unknown
}

type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: Parameter[]
  "x-required-scopes"?: string[]
  responses: { 200: { content: { "application/json": { schema: Schema; example: unknown } } } }
}

type Document = {
  tags: { name: string; description: string }[]
  paths: Record<string, { get: Operation }>
  components: { schemas: Record<string, Schema> }
}

let cachedDocument: Document | undefined

/** The OpenAPI document. It is the same for the whole build. */
function openApi(): Document {
  cachedDocument ??= buildDocument() as unknown as Document
  return cachedDocument
}

/** The tags with operations, each with the last part of its page's path, for example `ai-visibility`. */
export const referenceTags = () =>
  openApi()
    .tags.filter(({ name }) => operationsOf(name).length > 0)
    .map(({ name }) => ({ name, slug: name.toLowerCase().replaceAll(" ", "-") }))

const operationsOf = (tag: string) => Object.entries(openApi().paths).filter(([, { get }]) => get.tags.includes(tag))

/** `linksToForm`: each operation has a link to the form "Try it", which only the page has and not its Markdown. */
export function referencePage(tag: string, { linksToForm = false } = {}): string {
  const description = openApi().tags.find(({ name }) => name === tag)?.description ?? ""
  const operations = operationsOf(tag).map(([path, { get }]) => operationSection(path, get, linksToForm))
  return [`# ${tag}`, description, ...operations].join("\n\n")
}

function operationSection(path: string, operation: Operation, linksToForm: boolean): string {
  const { summary, description, parameters = [], "x-required-scopes": scopes = [] } = operation
  const { schema, example } = operation.responses[200].content["application/json"]
  return [
    `## ${summary}`,
    [
      `\`GET /api/v1${path}\``,
      scopes.length > 0 && `scope ${scopes.map((scope) => `\`${scope}\``).join(", ")}`,
      linksToForm && isInForm(operation) && `[Try it](#${formAnchor(operation.operationId)})`,
    ]
      .filter(Boolean)
      .join(" · "),
    description,
    parameters.length > 0 && parameterTable(parameters),
    requestExamples(examplePath(path, parameters)),
    dataTable(schema),
    `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
  ]
    .filter(Boolean)
    .join("\n\n")
}

/** The request in three languages. The page shows them as tabs. */
function requestExamples(path: string) {
  const url = `${baseUrl()}/api/v1${path}`
  const examples = { sh: curlCommand(path), js: nodeRequest(url), python: pythonRequest(url) }
  return Object.entries(examples)
    .map(([language, code]) => `\`\`\`${language}\n${code}\n\`\`\``)
    .join("\n\n")
}

/** The anchor of the form that has chosen this operation. */
const formAnchor = (operationId: string) => `try-it-${operationId}`

/** The OpenAPI document is not JSON of a team, so the form leaves it out. */
const isInForm = ({ operationId }: Operation) => operationId !== "openapi.get"

/** The operations of a tag, for the form "Try it" on its page. */
export const operationForms = (tag: string) =>
  operationsOf(tag)
    .filter(([, { get }]) => isInForm(get))
    .map(([path, { get: operation }]) => ({
      id: operation.operationId,
      anchor: formAnchor(operation.operationId),
      summary: operation.summary,
      path,
      parameters: (operation.parameters ?? []).map(formField),
    }))

const formField = ({ name, required, schema, example }: Parameter) => ({
  name,
  type: fieldType(schema),
  isRequired: required,
  choices: schema.type === "boolean" ? ["true", "false"] : (schema.enum ?? []),
  placeholder: String(example ?? schema.default ?? schema.items?.enum?.join(", ") ?? ""),
})

function fieldType({ type, items }: Schema) {
  if (items) return "list" as const
  if (type === "boolean") return "boolean" as const
  return type === "integer" || type === "number" ? ("number" as const) : ("text" as const)
}

const parameterTable = (parameters: Parameter[]) =>
  [
    "| Parameter | Type | Description |",
    "|---|---|---|",
    ...[...parameters]
      .sort((a, b) => Number(b.required) - Number(a.required))
      .map((parameter) => `| \`${parameter.name}\` | ${parameterType(parameter)} | ${parameterText(parameter)} |`),
  ].join("\n")

const parameterType = ({ in: place, required, schema }: Parameter) =>
  [
    schema.items ? `list of ${pluralOf(typeOf(schema.items))}`.replaceAll(" ", nonBreakingSpace) : typeOf(schema),
    place === "path" ? "in the path" : required && "required",
  ]
    .filter(Boolean)
    .join(", ")

/** Keeps a short type on one line of the table. */
const nonBreakingSpace = "\u00a0"

/** "strings", but "time or date" stays as it is. */
const pluralOf = (type: string) => (type.includes(" ") ? type : `${type}s`)

function parameterText({ description, schema }: Parameter) {
  const choices = schema.items?.enum ?? schema.enum
  return textOf({ ...(description && { description }), ...(choices && { enum: choices }) })
}

/** The fields of `data`: of each item if `data` is a list. */
function dataTable(schema: Schema) {
  const { schemas } = openApi().components
  const { data } = schema.properties ?? {}
  if (!data) return ""
  const fields = [...fieldsOf({ properties: { data }, required: ["data"] }, "", schemas)].slice(1)
  return fields.length > 0 && fieldTable(fields)
}

/** The path with the example of each path parameter and of each required query parameter. */
function examplePath(path: string, parameters: Parameter[]) {
  let filledPath = path
  const query: string[] = []
  for (const { in: place, name, required, example } of parameters) {
    if (place === "path") filledPath = filledPath.replace(`{${name}}`, String(example))
    else if (required) query.push(`${name}=${example}`)
  }
  return query.length > 0 ? `${filledPath}?${query.join("&")}` : filledPath
}

/** The address of the OpenAPI document. */
export const openApiUrl = () => `${baseUrl()}/api/v1/openapi.json`
