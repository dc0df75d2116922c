/**
 * Explains each error code: what it means and what to do. Shown on the page of the error. The compiler requires an entry
 * for every new code.
 */
import type { ErrorCode } from "./errors"

type Advice = { meaning: string; remedy: string }

export const errorAdvice: Record<ErrorCode, Advice> = {
  parameter_invalid: {
    meaning: "A parameter is known, but its value is not one that it takes. `errors` names every such parameter.",
    remedy: "Mend each parameter that `errors` names. The description at /api/v1/openapi.json says what they take.",
  },
  parameter_unknown: {
    meaning:
      "The request has a parameter that this address does not know. An ignored filter would return wrong data, so it is refused.",
    remedy: "Look for a typing error, or leave the parameter out. `errors` lists the parameters that are known.",
  },
  cursor_invalid: {
    meaning: "The cursor was altered or cut, or it comes from another query, another team or another sort order.",
    remedy: "Pass `meta.next_cursor` on unchanged, with the same filters and sort, or begin again without a cursor.",
  },
  version_unknown: {
    meaning: "The header Signalbox-Version names a version that never was.",
    remedy: "Leave the header out, or name a version that the answer lists.",
  },
  key_in_url: {
    meaning:
      "The URL of the request contained an API key. URLs end up in logs and browser histories, so a live key that is sent in one is revoked at once.",
    remedy: "Create a new key under Settings, API, and send it in the header Authorization: Bearer.",
  },
  key_missing: {
    meaning: "The request has no API key.",
    remedy: "Send a key of your team in the header Authorization: Bearer. Keys are made under Settings, API.",
  },
  key_malformed: {
    meaning: "What was sent does not have the form of a key, or its checksum is wrong: it was mistyped or cut.",
    remedy: "Copy the key again, whole: sbx_live_ or sbx_test_ and 36 characters after it.",
  },
  key_unknown: {
    meaning: "No key with this value exists here. It may belong to another installation.",
    remedy: "Check which address and which key belong together, or make a new key under Settings, API.",
  },
  key_revoked: {
    meaning: "Somebody of the team revoked this key, or it was seen in a public place.",
    remedy: "Make a new key under Settings, API. The audit says who revoked the old one, and when.",
  },
  key_expired: {
    meaning: "The key reached its expiry, or the grace after its rotation ended.",
    remedy: "Use the key that replaced it, or make a new one under Settings, API.",
  },
  session_missing: { meaning: "Nobody is signed in, or the session has ended.", remedy: "Sign in and try again." },
  sign_in_failed: {
    meaning: "The e-mail address and the password do not belong together, or there were too many attempts.",
    remedy: "Check both, or have a link sent to you. After many attempts wait a few minutes.",
  },
  sign_up_closed: {
    meaning: "The operator of this installation decides who may create an account, and you are not among them yet.",
    remedy: "Ask an admin of your team for an invitation link and open it, or sign in if you have an account.",
  },
  scope_missing: {
    meaning: "The key is right, but may not read this. `required_scopes` says what it lacks.",
    remedy: "Make a key that has the scope under Settings, API. The scopes of a key never change.",
  },
  role_missing: {
    meaning: "Your role in the team does not allow this.",
    remedy: "Ask an owner or admin of the team to do it, or to change your role under Settings, Members.",
  },
  ip_not_allowed: {
    meaning: "The key is limited to address ranges, and the request came from none of them.",
    remedy: "Send it from an allowed address, or make a key with other ranges under Settings, API.",
  },
  plan_required: {
    meaning: "The team's plan has no access for its own code.",
    remedy:
      "The owner or the operator of the installation changes the plan: Settings, Plan says who. Existing keys work again at once; nothing was deleted.",
  },
  plan_limit_reached: {
    meaning: "The team has as many of these as its plan allows.",
    remedy: "Remove one that is no longer needed. Settings, Plan says who can change the plan.",
  },
  team_suspended: {
    meaning:
      "The operator of this installation has suspended the team. `detail` has the operator's reason, if one was given.",
    remedy: "The owner of the team can ask the operator to lift the suspension. Nothing was deleted.",
  },
  resource_not_found: {
    meaning: "Your team has no such thing. It may have been deleted, or belong to another team; both are told alike.",
    remedy: "Check the id, and that the key belongs to the team that has it.",
  },
  route_not_found: {
    meaning: "The API has nothing at this address.",
    remedy: "Check the path for typing errors and a slash at its end. /api/v1/openapi.json lists every path.",
  },
  method_not_allowed: {
    meaning: "The API only reads: it takes GET and HEAD.",
    remedy: "Use GET. Keys and webhooks are managed in the app, under Settings.",
  },
  not_acceptable: {
    meaning: "The header Accept asks for a form that answers do not have.",
    remedy: "Leave the header out, or accept application/json.",
  },
  request_timeout: {
    meaning:
      "The headers did not arrive within 20 seconds, or the whole request not within 60. The connection was closed.",
    remedy: "Check the network between you and the service, then send the request again on a new connection.",
  },
  already_exists: {
    meaning: "There is one like it already.",
    remedy: "Use the one that exists, or choose another name.",
  },
  state_conflict: {
    meaning: "What was asked does not fit the state that the thing is in now.",
    remedy: "Look at its present state; somebody else may have changed it.",
  },
  endpoint_duplicate: {
    meaning: "The team has a webhook with this URL and these events already.",
    remedy: "Change that webhook, or choose another URL or other events.",
  },
  delivery_in_flight: {
    meaning: "The delivery is being attempted at this moment, so it cannot be sent again now.",
    remedy:
      "Wait for the attempt to end (20 seconds at most), look at its result, and send again if it is still needed.",
  },
  report_archived: {
    meaning: "Archived reports stay readable, but have no live data.",
    remedy: "Take the report back to draft, or ask another one.",
  },
  idempotency_conflict: {
    meaning: "A change with this Idempotency-Key was made already, and its input was another one.",
    remedy: "Check what was saved. Send a different change with a new Idempotency-Key.",
  },
  idempotency_in_progress: {
    meaning: "The first request with this Idempotency-Key has not finished yet.",
    remedy: "Wait a second, and send the same request again to get its answer.",
  },
  outcome_unknown: {
    meaning: "The first request with this Idempotency-Key was interrupted, so we cannot tell whether it was saved.",
    remedy: "Check whether the change is there. If it is not, send it again with a new Idempotency-Key.",
  },
  version_retired: {
    meaning: "This version of the API was announced to end, and has ended.",
    remedy: "Move to a later version; the changelog says what differs.",
  },
  resource_purged: {
    meaning: "This existed, and was removed for good.",
    remedy: "Forget its id; it will not come back.",
  },
  precondition_failed: {
    meaning: "The request was to hold only in a state that is not the present one.",
    remedy: "Read the present state, then ask again.",
  },
  body_too_large: {
    meaning:
      "The body of the request has more than 1,048,576 bytes. It was not read to its end, and nothing was changed.",
    remedy: "Send less at once.",
  },
  uri_too_long: {
    meaning: "The address, its query included, has more than 8,192 characters.",
    remedy: "Ask with fewer values at once.",
  },
  media_type_unsupported: {
    meaning: "The body is in a form that is not understood.",
    remedy: "Send application/json.",
  },
  url_not_allowed: {
    meaning:
      "The URL of a webhook must be https, on port 443, with a public host name: no IP address, no user name, no fragment and no host of this service.",
    remedy: "Give a public https address. `errors` says which rule the URL breaks.",
  },
  event_type_unknown: {
    meaning: "The webhook names an event that does not exist.",
    remedy: "Choose from the events of the catalogue, or a group such as signal.*.",
  },
  rate_limited: {
    meaning:
      "The key, team, person or network has used up its requests of this minute. `violated-policies` says which.",
    remedy:
      "Wait as many seconds as the header Retry-After says. The header RateLimit tells in every answer what is left.",
  },
  concurrency_limited: {
    meaning: "Too many requests of this key, person or network are in flight at once.",
    remedy: "Wait for answers before asking more; retry after a second.",
  },
  headers_too_large: {
    meaning: "Address and headers together have more than 16,384 bytes.",
    remedy: "Send fewer or smaller headers; often it is a cookie that is not needed.",
  },
  internal_error: {
    meaning: "Something failed on our side. It was written down.",
    remedy: "Try again after a while. If it stays, tell the operator the request_id.",
  },
  upstream_error: {
    meaning: "A source that the answer depends on did not answer as it should.",
    remedy: "Try again after a while.",
  },
  unavailable: {
    meaning: "The service cannot reach its database at the moment, or the database takes no writes. Nothing is lost.",
    remedy: "Wait as many seconds as the header Retry-After says, then try again.",
  },
  timeout: {
    meaning: "The answer would have taken longer than a request may.",
    remedy: "Ask for a shorter period, fewer dimensions or fewer rows.",
  },
}
