/** Builds the OpenAPI 3.1 document from the table of operations. */
import "server-only"
import { allOperations } from "@/domain"
import { apiVersion } from "@/domain/kernel/envelope"
import type { AnyOperation } from "@/domain/kernel/operation"
import { errorResponses, errorStatuses, headers, successResponse } from "./responses"
import { SchemaCollector } from "./schemas"
import { webhookHeaders, webhooks } from "./webhooks"

let documentText: string | undefined

/** The document as JSON text. It is the same for the whole build. */
export function openApiDocument(): string {
  documentText ??= JSON.stringify(buildDocument())
  return documentText
}

export function buildDocument() {
  const schemas = new SchemaCollector()
  const restOperations = allOperations.filter((operation) => operation.rest)
  const paths = Object.fromEntries(
    restOperations.map((operation) => [operation.rest?.path, { get: describeOperation(operation, schemas) }]),
  )
  const responses = errorResponses(schemas, new Set(restOperations.flatMap(errorStatuses)))
  const tags = new Set([
    ...restOperations.map((operation) => operation.rest?.tag as string),
    "Webhooks",
    "OpenAPI document",
  ])
  return {
    openapi: "3.1.1",
    info,
    servers: [{ url: "/api/v1", description: "This installation." }],
    security: [{ bearer: [] }],
    tags: [...tags].map((name) => ({ name, description: tagDescriptions[name] ?? name })),
    paths: { ...paths, "/openapi.json": { get: openApiOperation } },
    webhooks: webhooks(schemas),
    components: { securitySchemes, headers, parameters: webhookHeaders, responses, schemas: schemas.components() },
  }
}

const info = {
  title: "Signalbox API",
  version: apiVersion,
  summary: "Read your team's clients, reports, marketing metrics and AI visibility, and receive events.",
  description: [
    "The API is read-only: it accepts GET and HEAD. Every successful response has the form `{ data, meta }`. Every error is `application/problem+json` (RFC 9457) with a `code` and a `request_id`.",
    "`meta.truncated` is true if, and only if, an item that matches the query is missing from `data`. Ratios include their numerator and denominator.",
    "Unknown query parameters are rejected, because ignoring a filter would return wrong data. Send lists with commas between the values, or repeat the parameter. Write a comma inside a value as `\\,`.",
  ].join("\n\n"),
  license: { name: "Apache 2.0", identifier: "Apache-2.0" },
}

const tagDescriptions: Record<string, string> = {
  Usage: "The caller's team, key and remaining limits.",
  Clients: "The agency's clients and their metrics.",
  Reports: "Reports and their live data, which is computed for each request.",
  Metrics: "The catalogue of metrics: what each metric measures and how it is computed.",
  "Data sources": "Where metrics come from: accounts of platforms, their syncs, and the age of their data.",
  "AI visibility": "How often AI engines mention and cite a brand, with confidence intervals.",
  Signals:
    "What was detected about clients, with baseline, expected range and evidence, and the rules of the detection.",
  Events: "Events of the last 30 days, with the same bodies that webhooks send.",
  Webhooks:
    "The requests that Signalbox sends to your webhook endpoints. You can add endpoints under Settings -> API. Signatures follow the Standard Webhooks specification.",
  "OpenAPI document": "The OpenAPI document of this API.",
}

const securitySchemes = {
  bearer: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "sbx_live_… or sbx_test_…",
    description:
      "An API key of the team. You can create keys under Settings -> API. `x-required-scopes` lists the scope that an operation requires.",
  },
}

function describeOperation(operation: AnyOperation, schemas: SchemaCollector) {
  const { summary, description, rest, scope } = operation
  return {
    operationId: operation.id,
    summary,
    ...(description && { description }),
    tags: [rest?.tag],
    "x-required-scopes": [scope],
    parameters: parametersOf(operation, schemas),
    responses: {
      "200": successResponse(operation, schemas),
      "304": {
        description:
          "Nothing has changed since the response whose ETag was sent as If-None-Match. A 304 does not count against the rate limits, up to as many 304 responses per minute as each limit allows requests. `If-None-Match: *` always counts.",
        headers: { ETag: { $ref: "#/components/headers/ETag" } },
      },
      ...Object.fromEntries(
        errorStatuses(operation).map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
      ),
    },
  }
}

const openApiOperation = {
  operationId: "openapi.get",
  summary: "Get the OpenAPI document",
  description:
    "Returns this document. No API key is required. Requests are limited by network. The response has no `{ data, meta }` envelope, because tools expect a plain OpenAPI document.",
  tags: ["OpenAPI document"],
  security: [],
  responses: {
    "200": {
      description: "The OpenAPI 3.1 document.",
      content: {
        "application/json": {
          schema: { type: "object" },
          example: { openapi: "3.1.1", info: { title: "Signalbox API", version: apiVersion } },
        },
      },
    },
    "400": { $ref: "#/components/responses/Error400" },
    "429": { $ref: "#/components/responses/Error429" },
  },
}

type Property = {
  type?: string
  description?: string
  default?: unknown
  examples?: unknown[]
  items?: unknown
  /** True when the parameter is repeated for each item. */
  explode?: boolean
  deprecated?: boolean
}

function parametersOf(operation: AnyOperation, schemas: SchemaCollector) {
  const input = schemas.schema(operation.input, "input") as {
    properties?: Record<string, Property>
    required?: string[]
  }
  const path = operation.rest?.path ?? ""
  return Object.entries(input.properties ?? {}).map(([name, property]) => {
    const { description, examples, explode, ...schema } = property
    const isInPath = path.includes(`{${name}}`)
    return {
      name,
      in: isInPath ? "path" : "query",
      required: isInPath || (input.required?.includes(name) ?? false),
      description,
      ...listStyle(property),
      schema,
      ...(examples?.[0] !== undefined && { example: examples[0] }),
    }
  })
}

/** Lists are comma-separated unless their parameter is repeated. */
const listStyle = ({ type, explode = false }: Property) => (type === "array" ? { style: "form", explode } : {})
