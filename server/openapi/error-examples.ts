/** An example of each error code, as the API returns it. A test compares each example with a real response. */
import "server-only"
import { type ErrorCode, errorCodes, Problem } from "@/domain/kernel/errors"
import { exampleId } from "@/domain/kernel/ids"
import { problemDocument } from "../rest/problem-document"

type Example = {
  detail: string
  /** Relative to /api/v1. Default: /clients. */
  path?: string
  /** Omitted when the problem is not about a parameter. */
  errors?: Problem["errors"]
  extra?: Problem["extra"]
}

export function exampleProblem(code: ErrorCode) {
  const { detail, path = "/clients", ...more } = examples[code] ?? { detail: `${errorCodes[code].title}.` }
  return problemDocument(new Problem(code, detail, more), {
    requestId: exampleId("request"),
    instance: `/api/v1${path}`,
    base: "https://signalbox.example",
  })
}

const cursorDetail =
  "The cursor is invalid: it was changed, truncated or created for a different query. Filters and sort order must stay the same for all pages."

const examples: Partial<Record<ErrorCode, Example>> = {
  parameter_invalid: {
    detail: "limit is less than 1.",
    errors: [
      {
        parameter: "limit",
        code: "parameter_invalid",
        detail: "limit is less than 1.",
        fix: "Use a value of at least 1.",
      },
    ],
  },
  parameter_unknown: {
    detail: "colour is not a known parameter.",
    errors: [
      {
        parameter: "colour",
        code: "parameter_unknown",
        detail: "colour is not a known parameter.",
        fix: "Known parameters: limit, cursor, status, tag, q, external_id, created_after, created_before, updated_after, sort.",
      },
    ],
  },
  cursor_invalid: {
    detail: cursorDetail,
    errors: [
      {
        parameter: "cursor",
        code: "cursor_invalid",
        detail: cursorDetail,
        fix: "Use next_cursor of the previous page unchanged, or start again without a cursor.",
      },
    ],
  },
  version_unknown: { detail: "The API has no version 2020-01-01. Supported versions: 2026-11-01." },
  not_acceptable: { detail: "The API can only return application/json, and application/problem+json for errors." },
  method_not_allowed: {
    detail: "The REST API is read-only. Use GET or HEAD. Manage API keys and webhooks under Settings -> API.",
  },
  uri_too_long: { detail: "The URL is longer than 8,192 characters." },
  key_in_url: { detail: "Send API keys in the Authorization header, never in a URL." },
  key_missing: {
    detail:
      "Send an API key of your team in the header `Authorization: Bearer sbx_...`. You can create keys under Settings -> API.",
  },
  key_malformed: { detail: "The API key is mistyped or truncated: its checksum is wrong." },
  key_unknown: { detail: "This installation has no such API key. It may belong to another installation." },
  key_revoked: { detail: "This API key was revoked. Create a new key under Settings -> API." },
  key_expired: { detail: "This API key has expired. Create a new key under Settings -> API." },
  ip_not_allowed: {
    detail: "This API key cannot be used from your IP address. Settings -> API shows the addresses that are allowed.",
  },
  scope_missing: {
    detail: "This request requires the scope clients:read. Create a key with this scope under Settings -> API.",
    extra: { required_scopes: ["clients:read"] },
  },
  plan_required: {
    detail:
      "The Free plan has no API access. Settings -> Plan shows who can change the plan. Existing keys work again within two seconds of the change.",
    extra: { upgrade_path: "/bergamo/settings/plan" },
  },
  team_suspended: {
    detail: "This team is suspended. Ask the owner of the team to contact the operator of this installation.",
  },
  route_not_found: {
    detail: "The API has no such path. /api/v1/openapi.json lists every path.",
    path: "/nothing",
  },
  resource_not_found: {
    detail: "Your team has no client with this ID.",
    path: `/clients/${exampleId("client")}`,
  },
  report_archived: {
    detail: 'The report "Monthly performance" is archived and has no live data. Restore it first.',
    path: `/reports/${exampleId("report")}/data`,
  },
  resource_purged: {
    detail: "Your team deleted the content of this event.",
    path: `/events/${exampleId("message")}`,
  },
  concurrency_limited: {
    detail: "An API key can have at most 25 requests in flight. Wait until earlier requests finish.",
  },
  rate_limited: { detail: "The rate limit is used up. Try again in 60 s.", extra: { "violated-policies": ["key"] } },
  timeout: {
    detail:
      "The database took too long to respond. Try again. If you read data, request a shorter period or fewer rows.",
  },
  unavailable: { detail: "The database cannot be reached. Try again in a few seconds." },
  internal_error: {
    detail:
      "Something went wrong on our side. If it happens again, contact the operator of this installation and include the request ID.",
  },
  headers_too_large: { detail: "The request line and the headers together can have at most 16,384 bytes." },
}
