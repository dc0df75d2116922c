/** Builds the OpenAPI 3.1 document from the table of operations, so nothing is described twice. */
import "server-only"
import { allOperations } from "@/domain"
import { apiVersion } from "@/domain/kernel/envelope"
import type { AnyOperation } from "@/domain/kernel/operation"
import { parametersOf } from "./parameters"
import { errorResponses, errorStatuses, headers, success } from "./responses"
import { SchemaCollector } from "./schemas"
import { webhookHeaders, webhooks } from "./webhooks"

let text: string | undefined

/** The document as JSON text. It is the same for the whole build. */
export function openApiDocument(): string {
  text ??= JSON.stringify(makeDocument())
  return text
}

export function makeDocument() {
  const schemas = new SchemaCollector()
  const shown = allOperations.filter((operation) => operation.rest)
  const paths = Object.fromEntries(
    shown.map((operation) => [operation.rest?.path, { get: describe(operation, schemas) }]),
  )
  const responses = errorResponses(schemas, new Set(shown.flatMap(errorStatuses)))
  return {
    openapi: "3.1.1",
    info,
    servers: [{ url: "/api/v1", description: "This installation" }],
    security: [{ bearer: [] }],
    tags: [...new Set([...shown.map((o) => o.rest?.tag as string), "Webhooks", "Description"])].map((name) => ({
      name,
      description: tagTexts[name] ?? name,
    })),
    paths: { ...paths, "/openapi.json": { get: ownDescription } },
    webhooks: webhooks(schemas),
    components: { securitySchemes, headers, parameters: webhookHeaders, responses, schemas: schemas.components() },
  }
}

const info = {
  title: "Signalbox API",
  version: apiVersion,
  summary: "Read a team's clients, reports, marketing metrics and AI visibility, and hear what happens.",
  description: [
    "Read-only: GET and HEAD. Every success is `{ data, meta }`; every error is `application/problem+json` (RFC 9457) with a `code` and a `request_id`.",
    "`meta.truncated` is true exactly when something that matches the query is missing from `data`. Ratios carry their numerator and denominator.",
    "Unknown query parameters are refused, because an ignored filter returns wrong data silently. Lists are comma-separated or repeated; a comma inside a value is written `\\,`.",
  ].join("\n\n"),
  license: { name: "Proprietary", url: "/" },
}

const tagTexts: Record<string, string> = {
  Usage: "Who is asking, and what is left of the limits.",
  Clients: "The agency's clients and their metrics.",
  Reports: "Reports and their data, assembled at request time.",
  Metrics: "The catalogue: what each figure means and how it is counted.",
  "AI visibility": "How often AI engines name and cite a brand, with intervals.",
  Events: "What happened, as webhooks say it.",
  Webhooks:
    "Requests that this service makes to your endpoints. Endpoints are registered under Settings -> API; signatures follow Standard Webhooks.",
  Description: "The description of the API itself.",
}

const securitySchemes = {
  bearer: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "sbx_live_… or sbx_test_…",
    description:
      "A key of the team, made under Settings -> API. The scope an operation needs is in `x-required-scopes`.",
  },
}

function describe(operation: AnyOperation, schemas: SchemaCollector) {
  const { summary, description, rest, scope } = operation
  return {
    operationId: operation.id,
    summary,
    ...(description && { description }),
    tags: [rest?.tag],
    "x-required-scopes": [scope],
    parameters: parametersOf(operation, schemas),
    responses: {
      "200": success(operation, schemas),
      "304": {
        description:
          "What the caller has (If-None-Match) is still right. Does not count against the limits, for as many 304 a minute as each limit has requests. `If-None-Match: *` always counts.",
        headers: { ETag: { $ref: "#/components/headers/ETag" } },
      },
      ...Object.fromEntries(
        errorStatuses(operation).map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
      ),
    },
  }
}

const ownDescription = {
  operationId: "openapi.get",
  summary: "Get this document",
  description:
    "Needs no key; limited by network. The one body without an envelope: tools expect a bare OpenAPI document.",
  tags: ["Description"],
  security: [],
  responses: {
    "200": {
      description: "The OpenAPI 3.1 document",
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
