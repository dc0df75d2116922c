/** Lists every error code with its status and title, and defines `Problem`, the error class that callers receive. */
import { databaseFailure } from "./database-failure"

export const errorCodes = {
  parameter_invalid: { status: 400, title: "Invalid parameter" },
  parameter_unknown: { status: 400, title: "Unknown parameter" },
  cursor_invalid: { status: 400, title: "Invalid cursor" },
  version_unknown: { status: 400, title: "Unknown API version" },
  key_in_url: { status: 400, title: "API key sent in the URL" },
  key_missing: { status: 401, title: "Missing API key" },
  key_malformed: { status: 401, title: "Malformed API key" },
  key_unknown: { status: 401, title: "Unknown API key" },
  key_revoked: { status: 401, title: "API key revoked" },
  key_expired: { status: 401, title: "API key expired" },
  session_missing: { status: 401, title: "Not signed in" },
  sign_in_failed: { status: 401, title: "Wrong email or password" },
  sign_up_closed: { status: 403, title: "Sign-up not allowed" },
  scope_missing: { status: 403, title: "Missing scope" },
  role_missing: { status: 403, title: "Insufficient role" },
  ip_not_allowed: { status: 403, title: "IP address not allowed" },
  plan_required: { status: 403, title: "Not included in your plan" },
  plan_limit_reached: { status: 403, title: "Plan limit reached" },
  team_suspended: { status: 403, title: "Team suspended" },
  write_actions_off: { status: 403, title: "Write actions are off" },
  resource_not_found: { status: 404, title: "Resource not found" },
  route_not_found: { status: 404, title: "Path not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  not_acceptable: { status: 406, title: "Response format not supported" },
  request_timeout: { status: 408, title: "Request timed out" },
  already_exists: { status: 409, title: "Already exists" },
  state_conflict: { status: 409, title: "Conflict with the current state" },
  endpoint_duplicate: { status: 409, title: "Duplicate webhook" },
  delivery_in_flight: { status: 409, title: "Delivery in flight" },
  report_archived: { status: 409, title: "Report archived" },
  idempotency_conflict: { status: 409, title: "Idempotency key already used" },
  idempotency_in_progress: { status: 409, title: "First request still running" },
  outcome_unknown: { status: 409, title: "Outcome unknown" },
  version_retired: { status: 410, title: "API version retired" },
  resource_purged: { status: 410, title: "Content deleted" },
  precondition_failed: { status: 412, title: "Precondition failed" },
  body_too_large: { status: 413, title: "Request body too large" },
  uri_too_long: { status: 414, title: "URL too long" },
  media_type_unsupported: { status: 415, title: "Media type not supported" },
  url_not_allowed: { status: 422, title: "Webhook URL not allowed" },
  event_type_unknown: { status: 422, title: "Unknown event type" },
  rate_limited: { status: 429, title: "Too many requests" },
  concurrency_limited: { status: 429, title: "Too many concurrent requests" },
  headers_too_large: { status: 431, title: "Request headers too large" },
  internal_error: { status: 500, title: "Internal error" },
  upstream_error: { status: 502, title: "Upstream error" },
  unavailable: { status: 503, title: "Service unavailable" },
  timeout: { status: 504, title: "Response took too long" },
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorCode = keyof typeof errorCodes

/**
 * One validation error: where it is (a query parameter, or a JSON pointer into the input), what is wrong, and how to
 * fix it.
 */
export type FieldError = { parameter?: string; pointer?: string; code: ErrorCode; detail: string; fix?: string }

export const parameterError = (parameter: string, detail: string, fix: string): FieldError => ({
  parameter,
  code: "parameter_invalid",
  detail,
  fix,
})

/**
 * A question for the user of an MCP client. If the user agrees, the client repeats the call with `parameter` set to
 * `value` or more. `label` names the parameter in the form.
 */
export type Confirmation = { question: string; parameter: string; label: string; value: number }

/**
 * An error that is reported to the caller. `extra` becomes members of the problem document. `headers` are added to the
 * response.
 */
export class Problem extends Error {
  override name = "Problem"
  readonly code: ErrorCode
  readonly errors: FieldError[]
  readonly extra: Record<string, unknown>
  readonly headers: Record<string, string>
  readonly confirmation: Confirmation | undefined

  constructor(
    code: ErrorCode,
    detail: string,
    more: {
      errors?: FieldError[]
      extra?: Record<string, unknown>
      headers?: Record<string, string>
      confirmation?: Confirmation | undefined
      cause?: unknown
    } = {},
  ) {
    super(detail, { cause: more.cause })
    this.code = code
    this.errors = more.errors ?? []
    this.extra = more.extra ?? {}
    this.headers = more.headers ?? {}
    this.confirmation = more.confirmation
  }

  get status(): number {
    return errorCodes[this.code].status
  }
}

/** A resource of another team and one that does not exist give the same error, so that callers cannot probe for ids. */
export const notFound = (noun: string) => new Problem("resource_not_found", `Your team has no ${noun} with this ID.`)

/**
 * Converts any thrown value to a Problem. An unknown error becomes `internal_error`, and its text appears only in the
 * log.
 */
export function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  const failure = databaseFailure(thrown)
  if (failure === "timeout")
    return new Problem(
      "timeout",
      "The database took too long to respond. Try again. If you read data, request a shorter period or fewer rows.",
      { cause: thrown },
    )
  if (failure === "unwritable")
    return new Problem(
      "unavailable",
      "The database is not accepting writes at the moment. Try again in a few minutes.",
      {
        headers: { "Retry-After": "60" },
        cause: thrown,
      },
    )
  if (failure === "unreachable")
    return new Problem("unavailable", "The database cannot be reached. Try again in a few seconds.", {
      headers: { "Retry-After": "5" },
      cause: thrown,
    })
  return new Problem(
    "internal_error",
    "Something went wrong on our side. If it happens again, contact the operator of this installation and include the request ID.",
    {
      cause: thrown,
    },
  )
}
