/** One example per error code, as the API returns it. A test compares each with a real response. */
import "server-only"
import { type ErrorCode, errorCodes, Problem } from "@/domain/kernel/errors"
import { exampleId } from "@/domain/kernel/ids"
import { problemDocument } from "@/server/rest/problem-document"

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
  "The cursor was altered or cut, or made for another query: filters and sort must stay the same from page to page."

const examples: Partial<Record<ErrorCode, Example>> = {
  parameter_invalid: {
    detail: "limit: is less than 1.",
    errors: [
      { parameter: "limit", code: "parameter_invalid", detail: "limit: is less than 1.", fix: "Give at least 1." },
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
        fix: "Take next_cursor from the answer before, unchanged, or start again without a cursor.",
      },
    ],
  },
  version_unknown: { detail: "There is no version 2020-01-01. Known: 2026-11-01." },
  not_acceptable: { detail: "Answers are application/json (errors application/problem+json)." },
  method_not_allowed: {
    detail: "The REST API only reads: use GET or HEAD. Keys and webhooks are managed under Settings -> API.",
  },
  uri_too_long: { detail: "The address is longer than 8192 characters." },
  key_in_url: { detail: "Keys belong in the Authorization header, never in a URL." },
  key_missing: {
    detail: "Send a key of your team as `Authorization: Bearer sbx_...`. Keys are made under Settings -> API.",
  },
  key_malformed: { detail: "The key is mistyped or cut: its checksum does not fit." },
  key_unknown: { detail: "No key with this value exists. It may belong to another installation." },
  key_revoked: { detail: "This key was revoked. Make a new one under Settings -> API." },
  key_expired: { detail: "This key has expired. Make a new one under Settings -> API." },
  ip_not_allowed: { detail: "This key is limited to other addresses. Its ranges are under Settings -> API." },
  scope_missing: {
    detail: "This needs the scope clients:read. Make a key that has it under Settings -> API.",
    extra: { required_scopes: ["clients:read"] },
  },
  plan_required: {
    detail:
      "The plan Free has no API access. Settings -> Plan says who can change it; on another plan keys work again at once.",
    extra: { upgrade_path: "/bergamo/settings/plan" },
  },
  team_suspended: { detail: "This team is suspended. Its owner can reach the operator of this service." },
  route_not_found: {
    detail: "There is nothing at this address. /api/v1/openapi.json lists every path.",
    path: "/nothing",
  },
  resource_not_found: {
    detail: "There is no client with this id in your team.",
    path: `/clients/${exampleId("client")}`,
  },
  report_archived: {
    detail: 'The report "Monthly performance" is archived and has no live data. Take it back to draft first.',
    path: `/reports/${exampleId("report")}/data`,
  },
  resource_purged: {
    detail: "Your team had the content of this event removed.",
    path: `/events/${exampleId("message")}`,
  },
  concurrency_limited: { detail: "A key may have at most 25 requests in flight at once." },
  rate_limited: { detail: "The limit is used up. It is full again in 60 s.", extra: { "violated-policies": ["key"] } },
  timeout: { detail: "The query took longer than its deadline. Ask for a shorter period or fewer rows." },
  unavailable: { detail: "The database cannot be reached. Try again in a few seconds." },
  internal_error: { detail: "Something failed on our side. The request id finds it in the log." },
  headers_too_large: { detail: "Address and headers together may have 16,384 bytes." },
}
