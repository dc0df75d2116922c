/**
 * Handles a REST request. The first check that fails determines the error:
 *
 * 1. In the front server: request line and Host header, size of the body (check-request.ts, receive-body.ts).
 * 2. A key in the URL, length of the URL, path, method. OPTIONS is answered before the path is checked.
 * 3. The key: Authorization header, format, whether it exists, revocation, expiry, allowed addresses.
 * 4. The plan, requests in flight, quotas of the key and the team.
 * 5. The headers Signalbox-Version and Accept.
 * 6. In `runAsJson`: whether the team is suspended, the scope, the input. Then the handler runs and can return 404.
 *
 * Every thrown error becomes a Problem.
 */
import "server-only"
import { apiVersions } from "@/domain/kernel/envelope"
import { asProblem, Problem } from "@/domain/kernel/errors"
import { newId } from "@/domain/kernel/ids"
import { runAsJson } from "@/domain/kernel/operation"
import { redactKeys } from "@/domain/kernel/redact-keys"
import { authenticate, type Caller } from "@/domain/keys/authenticate"
import { logRequest } from "@/domain/keys/request-log"
import { revokeKeyInUrl } from "../check-request"
import { logCall } from "../log-call"
import { logInternalError } from "../log-internal-error"
import { originOf } from "../origin"
import { type AdmittedRequest, admitRequest } from "./admit-request"
import { openApiPath, serveOpenApi } from "./openapi"
import { problemDocument } from "./problem-document"
import {
  type Call,
  commonHeaders,
  isAnyEtag,
  problemReply,
  type Reply,
  type RestRequest,
  successReply,
} from "./respond"
import { decodeInput, type Match, matchRoute } from "./routes"

/**
 * Adapts `handleRest` to the Fetch API, for Next and for tests. Hides Accept-Encoding so that the response is not
 * compressed, because Next drops its Content-Encoding header.
 */
export async function restFetchHandler(request: Request): Promise<Response> {
  const { method, url, headers: requestHeaders } = request
  const get = (name: string) => (name === "accept-encoding" ? null : requestHeaders.get(name))
  const { status, headers, body } = await handleRest({ method, url, headers: { get } })
  return new Response(body as BodyInit | null, { status, headers })
}

/**
 * Handles any request under /api/v1. Takes a minimal request type, so that the front server need not build a Request.
 */
export async function handleRest(request: RestRequest): Promise<Reply> {
  const requestId = newId("request")
  const url = new URL(request.url)
  const call: Call = {
    requestId,
    request,
    url,
    path: url.pathname,
    origin: originOf(request.headers),
    startedAt: performance.now(),
    headers: commonHeaders(requestId),
  }
  const progress: RequestProgress = { timing: { dbMs: 0 } }
  let reply: Reply
  try {
    reply = await serveRequest(call, progress)
  } catch (thrown) {
    reply = await replyWithProblem(call, asProblem(thrown), progress)
  } finally {
    progress.admitted?.end()
  }
  reply.headers["Server-Timing"] = serverTiming(call, progress)
  logReply(call, progress, reply)
  return reply
}

/** What is known about the request so far. Used for Server-Timing and the log, also if a later step throws. */
type RequestProgress = {
  timing: { dbMs: number }
  match?: Match
  caller?: Caller
  admitted?: AdmittedRequest
  problem?: Problem
  problemBody?: string
}

async function serveRequest(call: Call, progress: RequestProgress): Promise<Reply> {
  const { request, url, path, requestId, origin } = call
  await revokeKeyInUrl(url.pathname + url.search, origin)
  validateUrlLength(request.url)
  if (request.method === "OPTIONS") return { status: 204, headers: { ...call.headers, Allow: "GET, HEAD" }, body: null }
  if (path !== openApiPath) progress.match = matchRoute(path)
  validateMethod(request.method)
  // Every path has a route here, except that of the OpenAPI description.
  if (!progress.match) return serveOpenApi(call)
  const now = new Date()
  progress.caller = await authenticate(request.headers.get("authorization"), origin, now)
  // Errors of later steps are sent with these headers, too.
  Object.assign(call.headers, deprecationHeaders(progress.caller))
  progress.admitted = await admitRequest(progress.caller)
  Object.assign(call.headers, progress.admitted.headers)
  validateHeaders(request.headers)
  const { route, params } = progress.match
  const { team, actor } = progress.caller
  const rateLimitStates = async () => progress.admitted?.rateLimits ?? []
  const ctx = { team, actor, origin, requestId, now: () => now, meter: progress.timing, rateLimitStates }
  const { input, fieldErrors } = decodeInput(route.operation, params, url.searchParams)
  const result = await runAsJson(route.operation, ctx, input, fieldErrors)
  const reply = await successReply(call, result, actor.scopes.join(" "))
  // A 304 does not count against the limits. A 304 for `If-None-Match: *` does, because the client may have no copy.
  const isUnchanged = reply.status === 304 && !isAnyEtag(request.headers.get("if-none-match"))
  if (isUnchanged) Object.assign(reply.headers, await progress.admitted.refund())
  return reply
}

function validateMethod(method: string) {
  if (method === "GET" || method === "HEAD") return
  throw new Problem(
    "method_not_allowed",
    "The REST API is read-only. Use GET or HEAD. Manage API keys and webhooks under Settings -> API.",
    { headers: { Allow: "GET, HEAD" } },
  )
}

const maxUrlLength = 8_192

function validateUrlLength(url: string) {
  if (url.length > maxUrlLength)
    throw new Problem("uri_too_long", `The URL is longer than ${maxUrlLength.toLocaleString("en")} characters.`)
}

function validateHeaders(headers: RestRequest["headers"]) {
  const version = headers.get("signalbox-version")
  if (version && !apiVersions.includes(version))
    throw new Problem(
      "version_unknown",
      `The API has no version ${version.slice(0, 40)}. Supported versions: ${apiVersions.join(", ")}.`,
    )
  const accept = headers.get("accept")
  if (accept && !/application\/(problem\+)?json|application\/\*|\*\/\*/i.test(accept))
    throw new Problem(
      "not_acceptable",
      "The API can only return application/json, and application/problem+json for errors.",
    )
}

/** Logs the problem, records it in `progress` and returns its response. */
function replyWithProblem(call: Call, problem: Problem, progress: RequestProgress): Promise<Reply> {
  const { requestId, path } = call
  logInternalError(problem, { request_id: requestId, path })
  progress.problem = problem
  progress.problemBody = redactKeys(JSON.stringify(problemDocument(problem, { requestId, instance: path })))
  return problemReply(call, problem, progress.problemBody)
}

/** Deprecation and Sunset headers (RFC 9745, RFC 8594) of a key in its grace period after a rotation. */
function deprecationHeaders({ actor, replacedAt }: Caller): Record<string, string> {
  if (!actor.grace_until || !replacedAt) return {}
  const deprecatedAt = Math.floor(replacedAt.getTime() / 1_000)
  return { Deprecation: `@${deprecatedAt}`, Sunset: new Date(actor.grace_until).toUTCString() }
}

const serverTiming = (call: Call, { timing }: RequestProgress) =>
  `db;dur=${timing.dbMs.toFixed(2)}, total;dur=${(performance.now() - call.startedAt).toFixed(2)}`

function logReply(call: Call, { caller, match, problem, problemBody, timing }: RequestProgress, reply: Reply) {
  const { requestId, startedAt } = call
  const { method } = call.request
  const { status } = reply
  const route = match?.route.template
  logCall({ request_id: requestId, method, route: route ?? "(none)", status, startedAt, team_id: caller?.team.id })
  if (!caller) return
  logRequest({
    id: requestId,
    team_id: caller.team.id,
    key_id: caller.actor.id,
    method,
    route: route ?? "",
    path: call.path,
    search: call.url.search,
    status,
    code: problem?.code ?? null,
    duration_ms: performance.now() - startedAt,
    db_ms: timing.dbMs,
    bytes: Number(reply.headers["Content-Length"] ?? 0),
    ip: call.origin.ip,
    user_agent: call.origin.userAgent,
    created_at: new Date().toISOString(),
    problem: problemBody,
  })
}
