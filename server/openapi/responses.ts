/**
 * Describes the responses of an operation in the OpenAPI document: the successful response with an example, and one
 * response per error status with an example per error code.
 */
import "server-only"
import { z } from "zod"
import { meta, metaOf, metaWithPeriod } from "@/domain/kernel/envelope"
import { type ErrorCode, errorCodes } from "@/domain/kernel/errors"
import { exampleId } from "@/domain/kernel/ids"
import type { AnyOperation } from "@/domain/kernel/operation"
import type { PeriodMeta } from "@/domain/kernel/period-meta"
import { exampleProblem } from "./error-examples"
import type { SchemaCollector } from "./schemas"

const headerReference = (name: string) => ({ $ref: `#/components/headers/${name}` })
const headerDescriptions = {
  "Request-Id": "The ID of the request. Include it when you ask for help.",
  "Signalbox-Version": "The version of the API that handled the request.",
  RateLimit:
    'What is left of the limits: `"key";r=287;t=23, "team";r=1180;t=23` means 287 requests of the key and 1,180 of the team in the next 23 seconds.',
  "RateLimit-Policy":
    'The limits: `"key";q=300;w=60, "team";q=1200;w=60` means 300 requests of the key and 1,200 of the team per 60 seconds.',
  "Server-Timing": "The time spent in the database and in total, in milliseconds.",
  ETag: "Send it as If-None-Match to get 304 if nothing has changed.",
  Link: 'The URL of the next page, with `rel="next"`.',
  "Retry-After": "The number of seconds to wait before you try again.",
  "WWW-Authenticate": "How to authenticate (RFC 6750).",
}
export const headers = Object.fromEntries(
  Object.entries(headerDescriptions).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
)

const commonHeaders = Object.fromEntries(
  ["Request-Id", "Signalbox-Version", "Server-Timing"].map((name) => [name, headerReference(name)]),
)
const rateLimitHeaders = {
  RateLimit: headerReference("RateLimit"),
  "RateLimit-Policy": headerReference("RateLimit-Policy"),
}

/** The 200 response with its example. */
export function successResponse(operation: AnyOperation, schemas: SchemaCollector) {
  const data = operation.output.parse(operation.example)
  const result = { data, ...(operation.hasPeriod && examplePeriod) }
  const example = {
    data,
    meta: metaOf(result, {
      requestId: exampleId("request"),
      now: new Date("2026-11-20T06:12:03.123Z"),
      query: exampleQuery(operation),
      hasPeriod: operation.hasPeriod === true,
    }),
  }
  const description = operation.output.description ?? defaultDataDescription(operation)
  const body = z.object({
    data: operation.output.meta({ description }),
    meta: operation.hasPeriod ? metaWithPeriod : meta,
  })
  return {
    description: "The request succeeded.",
    headers: {
      ...commonHeaders,
      ...rateLimitHeaders,
      ETag: headerReference("ETag"),
      ...(Array.isArray(operation.example) && { Link: headerReference("Link") }),
    },
    content: { "application/json": { schema: schemas.schema(body), example } },
  }
}

const defaultDataDescription = ({ example }: AnyOperation) =>
  Array.isArray(example) ? "The items that match the query." : "The requested object."

/** Returns the default values of the parameters, or an empty query if the operation has required parameters. */
const exampleQuery = (operation: AnyOperation) => (operation.input.safeParse({}).data ?? {}) as Record<string, unknown>

const examplePeriod: PeriodMeta = {
  period: {
    from: "2026-10-23",
    to: "2026-11-19",
    timezone: "Europe/Rome",
    granularity: "day",
    days: 28,
    complete: true,
    incomplete_from: null,
  },
  comparison: { mode: "previous_period", from: "2026-09-25", to: "2026-10-22", complete: true },
  currency: { code: "EUR", converted: false, rates_date: null },
  exchange_rates: [],
  freshness: {
    data_through: "2026-11-19",
    oldest_sync_at: "2026-11-20T05:00:00.000Z",
    served_from: "cache",
    sources: [],
  },
  warnings: [],
}

/** The error statuses that an operation can return. */
export const errorStatuses = ({ rest, fails = [] }: AnyOperation): number[] =>
  [
    ...commonStatuses,
    ...(rest?.path.includes("{") ? [404] : []),
    ...fails.map((code: ErrorCode) => errorCodes[code].status),
    500,
    503,
    504,
  ].sort()
const commonStatuses = [400, 401, 403, 406, 414, 429, 431]

const problem = z
  .looseObject({
    type: z.string().meta({ format: "uri", description: "A URI that identifies the kind of error." }),
    title: z
      .string()
      .meta({ description: "The kind of error, in a few words. It is the same for every error with this `code`." }),
    status: z.int().meta({ description: "The HTTP status of the response." }),
    detail: z.string().meta({ description: "What is wrong with this request." }),
    instance: z.string().meta({ description: "The path of the request." }),
    code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]).meta({
      description:
        "A code that identifies the kind of error. Use it, and not the texts, to handle errors in your code.",
    }),
    request_id: z.string().meta({ description: "The ID of the request. Include it when you ask for help." }),
    errors: z
      .array(
        z.object({
          parameter: z.string().optional().meta({ description: "The invalid query parameter." }),
          pointer: z.string().optional().meta({
            description: "Instead of `parameter`: the invalid part of the input, as a JSON pointer (RFC 6901).",
          }),
          code: z.string().meta({ description: "A code that identifies the kind of validation error." }),
          detail: z.string().meta({ description: "What is wrong with the value." }),
          fix: z.string().optional().meta({ description: "How to correct the value." }),
        }),
      )
      .meta({
        description:
          "The validation errors of the request, at most 20. For other errors: one item with the same `code` and `detail`.",
      }),
  })
  .meta({ id: "Problem", description: "An error (RFC 9457)." })

/** Codes that only the app returns. */
const codesNotInRest: ErrorCode[] = [
  "session_missing",
  "sign_in_failed",
  "sign_up_closed",
  "role_missing",
  "write_actions_off",
  "plan_limit_reached",
  "already_exists",
  "state_conflict",
  "endpoint_duplicate",
  "delivery_in_flight",
  "idempotency_conflict",
  "idempotency_in_progress",
  "outcome_unknown",
  "url_not_allowed",
  "event_type_unknown",
  "version_retired", // until a version is retired
]

/** One response per status, with one example per code. */
export function errorResponses(schemas: SchemaCollector, statuses: Set<number>) {
  const codes = (Object.keys(errorCodes) as ErrorCode[]).filter(
    (code) => !codesNotInRest.includes(code) && statuses.has(errorCodes[code].status),
  )
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codesOfStatus]) => [
      `Error${status}`,
      {
        description: codesOfStatus.map((code) => `${errorCodes[code].title}.`).join(" "),
        headers: { ...commonHeaders, ...extraHeaders(status) },
        content: {
          "application/problem+json": {
            schema: schemas.schema(problem),
            examples: Object.fromEntries(
              codesOfStatus.map((code) => [code, { summary: errorCodes[code].title, value: exampleProblem(code) }]),
            ),
          },
        },
      },
    ]),
  )
}

const extraHeaders = (status: number) => ({
  ...([429, 503].includes(status) && { "Retry-After": headerReference("Retry-After") }),
  ...([401, 403].includes(status) && { "WWW-Authenticate": headerReference("WWW-Authenticate") }),
  ...(status === 429 && rateLimitHeaders),
})
