/**
 * Explains each error code: what it means and what to do. The page of each error code shows it. The compiler requires
 * an entry for every new code.
 */
import type { ErrorCode } from "./errors"

type Advice = { meaning: string; remedy: string }

export const errorAdvice: Record<ErrorCode, Advice> = {
  parameter_invalid: {
    meaning: "A parameter has a value that is not allowed. `errors` lists the invalid parameters, at most 20.",
    remedy: "Correct each parameter in `errors`. /api/v1/openapi.json describes the allowed values.",
  },
  parameter_unknown: {
    meaning:
      "The request has a parameter that this path does not support. The request is rejected because ignoring a filter would return wrong data.",
    remedy: "Check the parameter's spelling, or remove it. `errors` lists the parameters that are supported.",
  },
  cursor_invalid: {
    meaning: "The cursor was changed or truncated, or it belongs to a different query, team or sort order.",
    remedy: "Send `meta.next_cursor` unchanged with the same filters and sort order, or start again without a cursor.",
  },
  version_unknown: {
    meaning: "The header Signalbox-Version names a version that does not exist.",
    remedy: "Remove the header, or send one of the versions that `detail` lists.",
  },
  key_in_url: {
    meaning:
      "The request's URL contained an API key. URLs are stored in logs and browser histories, so an active key that is sent in a URL is revoked immediately.",
    remedy: "Create a new key under Settings -> API and send it in the Authorization header.",
  },
  key_missing: {
    meaning: "The request has no API key.",
    remedy:
      "Send an API key of your team in the header `Authorization: Bearer`. You can create keys under Settings -> API.",
  },
  key_malformed: {
    meaning:
      "The value that was sent is not an API key: its format or its checksum is wrong. It may be mistyped or truncated.",
    remedy: "Copy the complete key again. A key is sbx_live_ or sbx_test_ followed by 36 characters.",
  },
  key_unknown: {
    meaning: "This installation has no such key. The key may belong to another installation.",
    remedy: "Check that the key belongs to this installation, or create a new key under Settings -> API.",
  },
  key_revoked: {
    meaning:
      "The key was revoked, either by a member of the team or automatically because it leaked or its creator left.",
    remedy: "Create a new key under Settings -> API. The audit log shows who revoked the old key and when.",
  },
  key_expired: {
    meaning: "The key has expired, or the grace period after its rotation has ended.",
    remedy: "Use the key that replaced it, or create a new key under Settings -> API.",
  },
  session_missing: { meaning: "You are not signed in, or your session has ended.", remedy: "Sign in and try again." },
  sign_in_failed: {
    meaning: "The email address and the password do not match, or there were too many attempts.",
    remedy: "Check both, or request a sign-in link. After too many attempts, wait a few minutes.",
  },
  sign_up_closed: {
    meaning: "The operator of this installation decides who can create an account. Your address is not allowed yet.",
    remedy: "Ask an admin of your team for an invitation link. If you already have an account, sign in.",
  },
  scope_missing: {
    meaning: "The key is valid but lacks a scope. `required_scopes` lists the scopes that the request needs.",
    remedy: "Create a key with this scope under Settings -> API. The scopes of an existing key cannot be changed.",
  },
  role_missing: {
    meaning: "Your role in the team does not allow this action.",
    remedy: "Ask an owner or admin of the team to do it, or to change your role under Settings -> Members.",
  },
  ip_not_allowed: {
    meaning: "The key can only be used from certain IP addresses, and the request came from a different one.",
    remedy: "Send the request from an allowed address, or create a key with different addresses under Settings -> API.",
  },
  plan_required: {
    meaning: "The team's plan does not include API access, or it does not include this MCP tool.",
    remedy:
      "Change the plan. Settings -> Plan shows who can do this. Existing keys work again within two seconds of the change. Nothing was deleted.",
  },
  plan_limit_reached: {
    meaning: "The team has reached a limit of its plan.",
    remedy: "Remove something that you no longer need, or change the plan. Settings -> Plan shows who can do this.",
  },
  team_suspended: {
    meaning:
      "The operator of this installation suspended the team. If the operator gave a reason, `detail` contains it.",
    remedy: "Ask the owner of the team to contact the operator. Nothing was deleted.",
  },
  write_actions_off: {
    meaning: 'An app asked for a change through MCP, but the switch "Write actions" of the team is off.',
    remedy: "An owner or admin of the team can switch it on under Settings -> API, in the section MCP.",
  },
  resource_not_found: {
    meaning:
      "Your team has no resource with this ID. It may have been deleted, or it may belong to another team. The response is the same in both cases.",
    remedy: "Check the ID, and check that the API key belongs to the right team.",
  },
  route_not_found: {
    meaning: "The API has no such path.",
    remedy: "Check the path for typing errors and a trailing slash. /api/v1/openapi.json lists every path.",
  },
  method_not_allowed: {
    meaning: "The API is read-only. It accepts GET and HEAD.",
    remedy: "Use GET. Manage API keys and webhooks in the app, under Settings.",
  },
  not_acceptable: {
    meaning: "The Accept header requests a format that the API does not support.",
    remedy: "Remove the header, or accept application/json.",
  },
  request_timeout: {
    meaning:
      "The headers did not arrive within 20 seconds, or the complete request did not arrive within 60 seconds. The connection was closed.",
    remedy: "Check your network connection, then send the request again on a new connection.",
  },
  already_exists: {
    meaning: "A resource with this name or value already exists.",
    remedy: "Use the existing one, or choose a different name.",
  },
  state_conflict: {
    meaning: "The current state of the resource does not allow this action.",
    remedy: "Check the current state. Someone else may have changed it.",
  },
  endpoint_duplicate: {
    meaning: "The team already has a webhook with this URL and the same events.",
    remedy: "Change the existing webhook, or choose a different URL or different events.",
  },
  delivery_in_flight: {
    meaning: "An attempt of this delivery is in flight, so it cannot be sent again now.",
    remedy:
      "Wait until the attempt ends, which takes at most 20 seconds. Check its result, and send the delivery again if you still need to.",
  },
  report_archived: {
    meaning: "An archived report can be read, but it has no live data.",
    remedy: "Change the report's status to draft, or use a different report.",
  },
  idempotency_conflict: {
    meaning: "This Idempotency-Key was already used for a change with different input.",
    remedy: "Check what was saved. Send a different change with a new Idempotency-Key.",
  },
  idempotency_in_progress: {
    meaning: "The first request with this Idempotency-Key is still running.",
    remedy: "Wait a second, then send the same request again to get its response.",
  },
  outcome_unknown: {
    meaning: "The first request with this Idempotency-Key was interrupted, so we cannot tell whether it was saved.",
    remedy: "Check whether the change was saved. If it was not, send it again with a new Idempotency-Key.",
  },
  version_retired: {
    meaning: "This version of the API has reached its announced end.",
    remedy: "Switch to a later version. The changelog lists the differences.",
  },
  resource_purged: {
    meaning: "The content existed, but it was permanently deleted.",
    remedy: "Stop requesting this ID. The content cannot be restored.",
  },
  precondition_failed: {
    meaning: "The condition in the request's headers does not match the current state.",
    remedy: "Read the current state, then send the request again.",
  },
  body_too_large: {
    meaning:
      "The body of the request is larger than 1,048,576 bytes. It was not read completely, and nothing was changed.",
    remedy: "Send a smaller body, for example in several requests.",
  },
  uri_too_long: {
    meaning: "The URL, including its query, is longer than 8,192 characters.",
    remedy: "Send fewer values in each request.",
  },
  media_type_unsupported: {
    meaning: "The request's body has a media type that is not supported.",
    remedy: "Send application/json.",
  },
  url_not_allowed: {
    meaning:
      "A webhook URL must use https on port 443 and a public host name. IP addresses, user names, fragments and hosts of this service are not allowed.",
    remedy: "Enter a public https URL. `errors` says which rule the URL breaks.",
  },
  event_type_unknown: {
    meaning: "The webhook's events include a type that does not exist.",
    remedy: "Choose event types from the catalogue, or a group such as signal.*.",
  },
  rate_limited: {
    meaning:
      "The key, team, user or network made too many requests or attempts in a period, such as a minute. If `violated-policies` is present, it names the limits.",
    remedy:
      "Wait for the number of seconds in the Retry-After header. The RateLimit header of every API response to an admitted request shows what is left.",
  },
  concurrency_limited: {
    meaning: "The key, user or network has too many requests in flight.",
    remedy: "Wait until earlier requests finish, and retry after a second.",
  },
  headers_too_large: {
    meaning: "The request line and the headers together are larger than 16,384 bytes.",
    remedy: "Send fewer or smaller headers. Often a cookie is the cause.",
  },
  internal_error: {
    meaning: "Something went wrong on our side. The error was logged.",
    remedy: "Try again later. If the error persists, contact the operator and include the `request_id`.",
  },
  upstream_error: {
    meaning: "Another service that this request depends on returned an error or an invalid response.",
    remedy: "Try again in a few minutes.",
  },
  unavailable: {
    meaning: "The database cannot be reached, or it is not accepting writes. Stored data is not affected.",
    remedy: "Wait for the number of seconds in the Retry-After header, then try again.",
  },
  timeout: {
    meaning: "The response would have taken longer than the time limit for requests.",
    remedy: "Try again. If you read data, request a shorter period, fewer dimensions or fewer rows.",
  },
}
