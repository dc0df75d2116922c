/** Lists every error code with its status and title, and defines `Problem`, the error class that callers receive. */
import { databaseFailure } from "./database-failure"

export const errorCodes = {
  parameter_invalid: { status: 400, title: "A parameter is not valid" },
  parameter_unknown: { status: 400, title: "A parameter is not known" },
  cursor_invalid: { status: 400, title: "The cursor does not belong to this query" },
  version_unknown: { status: 400, title: "There is no such version of the API" },
  key_in_url: { status: 400, title: "An API key was sent in the URL" },
  key_missing: { status: 401, title: "No API key was sent" },
  key_malformed: { status: 401, title: "This is not an API key" },
  key_unknown: { status: 401, title: "No such API key" },
  key_revoked: { status: 401, title: "The API key was revoked" },
  key_expired: { status: 401, title: "The API key has expired" },
  session_missing: { status: 401, title: "Nobody is signed in" },
  sign_in_failed: { status: 401, title: "E-mail or password is wrong" },
  sign_up_closed: { status: 403, title: "You cannot create an account here" },
  scope_missing: { status: 403, title: "The API key lacks a scope" },
  role_missing: { status: 403, title: "Your role does not allow this" },
  ip_not_allowed: { status: 403, title: "The API key may not be used from this address" },
  plan_required: { status: 403, title: "The plan does not include this" },
  plan_limit_reached: { status: 403, title: "The plan's limit is reached" },
  team_suspended: { status: 403, title: "The team is suspended" },
  resource_not_found: { status: 404, title: "There is no such thing here" },
  route_not_found: { status: 404, title: "There is no such address" },
  method_not_allowed: { status: 405, title: "The method is not allowed here" },
  not_acceptable: { status: 406, title: "The answer cannot be had in that form" },
  request_timeout: { status: 408, title: "The request took too long to arrive" },
  already_exists: { status: 409, title: "This exists already" },
  state_conflict: { status: 409, title: "The present state does not allow this" },
  endpoint_duplicate: { status: 409, title: "This webhook exists already" },
  delivery_in_flight: { status: 409, title: "The delivery is under way" },
  report_archived: { status: 409, title: "The report is archived" },
  idempotency_conflict: { status: 409, title: "This id was used for another change" },
  idempotency_in_progress: { status: 409, title: "The first request is still running" },
  outcome_unknown: { status: 409, title: "Whether this was saved is not known" },
  version_retired: { status: 410, title: "This version of the API has ended" },
  resource_purged: { status: 410, title: "This was removed for good" },
  precondition_failed: { status: 412, title: "The precondition does not hold" },
  body_too_large: { status: 413, title: "The body is too large" },
  uri_too_long: { status: 414, title: "The address is too long" },
  media_type_unsupported: { status: 415, title: "The media type is not supported" },
  url_not_allowed: { status: 422, title: "The URL is not allowed" },
  event_type_unknown: { status: 422, title: "There is no such event type" },
  rate_limited: { status: 429, title: "Too many requests" },
  concurrency_limited: { status: 429, title: "Too many requests at once" },
  headers_too_large: { status: 431, title: "The headers are too large" },
  internal_error: { status: 500, title: "Something failed on our side" },
  upstream_error: { status: 502, title: "A source did not answer as it should" },
  unavailable: { status: 503, title: "The service is not ready" },
  timeout: { status: 504, title: "The answer took too long" },
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorCode = keyof typeof errorCodes

/**
 * One validation error: where it is (a query parameter, or a JSON pointer into the input), what is wrong, and how to
 * fix it.
 */
export type Fault = { parameter?: string; pointer?: string; code: ErrorCode; detail: string; fix?: string }

/**
 * An error that is reported to the caller. `extra` becomes members of the problem document; `headers` are added to the
 * response.
 */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly errors: Fault[]
  readonly extra: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    detail: string,
    more: { errors?: Fault[]; extra?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(detail, { cause: more.cause })
    this.name = "Problem"
    this.code = code
    this.errors = more.errors ?? []
    this.extra = more.extra ?? {}
    this.headers = more.headers ?? {}
  }

  get status(): number {
    return errorCodes[this.code].status
  }
}

/** A resource of another team and one that does not exist give the same error, so that callers cannot probe for ids. */
export const notFound = (what: string) =>
  new Problem("resource_not_found", `There is no ${what} with this id in your team.`)

/**
 * Converts any thrown value to a Problem. An unknown error becomes `internal_error`, and its text appears only in the
 * log.
 */
export function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  const failure = databaseFailure(thrown)
  if (failure === "timeout")
    return new Problem("timeout", "The query took longer than its deadline. Ask for a shorter period or fewer rows.", {
      cause: thrown,
    })
  if (failure === "unwritable")
    return new Problem("unavailable", "The database takes no writes at the moment. Try again in a few minutes.", {
      headers: { "Retry-After": "60" },
      cause: thrown,
    })
  if (failure === "away")
    return new Problem("unavailable", "The database cannot be reached. Try again in a few seconds.", {
      headers: { "Retry-After": "5" },
      cause: thrown,
    })
  return new Problem("internal_error", "Something failed on our side. The request id finds it in the log.", {
    cause: thrown,
  })
}
