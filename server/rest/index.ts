/**
 * Handles a REST request: match the route, authenticate, check the plan and limits, run, respond. Every thrown error
 * becomes a Problem.
 */
import "server-only"
import { asProblem, type Problem } from "@/domain/kernel/errors"
import { newId } from "@/domain/kernel/ids"
import { redactKeys } from "@/domain/kernel/key-format"
import { log } from "@/domain/kernel/log"
import { runAsJson } from "@/domain/kernel/operation"
import { authenticate, type Caller } from "@/domain/keys/authenticate"
import { logRequest } from "@/domain/keys/request-log"
import { logCall } from "@/server/log-call"
import { originOf } from "@/server/origin"
import { type AdmittedRequest, admitRequest } from "./admit-request"
import { decodeInput } from "./decode"
import { description, descriptionPath } from "./description"
import { problemDocument } from "./problem-document"
import { refuseForm, refuseMethod, refuseUrl } from "./refuse-form"
import { type Asked, answer, type Call, commonHeaders, meansAnyEtag, type Reply, send } from "./respond"
import { type Match, match } from "./routes"

/** REST as a fetch handler, for Next and for tests. It does not compress, because Next drops Content-Encoding. */
export async function rest(request: Request): Promise<Response> {
  const { method, url, headers: given } = request
  const get = (name: string) => (name === "accept-encoding" ? null : given.get(name))
  const { status, headers, body } = await answerRest({ method, url, headers: { get } })
  return new Response(body as BodyInit | null, { status, headers })
}

/** Handles any request under /api/v1. Takes a minimal request type, so that the front server need not build a Request. */
export async function answerRest(request: Asked): Promise<Reply> {
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
  const seen: Seen = { meter: { dbMs: 0 } }
  let reply: Reply
  try {
    reply = await handle(call, seen)
  } catch (thrown) {
    reply = await refuse(call, asProblem(thrown), seen)
  } finally {
    seen.admitted?.end()
  }
  reply.headers["Server-Timing"] = timing(call, seen)
  record(call, seen, reply)
  return reply
}

/** What is known about the call so far, for the headers of an error and for the log. */
type Seen = {
  meter: { dbMs: number }
  found?: Match
  caller?: Caller
  admitted?: AdmittedRequest
  problem?: Problem
  problemBody?: string
}

async function handle(call: Call, seen: Seen): Promise<Reply> {
  const { request, url, path, requestId, origin } = call
  await refuseUrl(call)
  if (request.method === "OPTIONS") return { status: 204, headers: { ...call.headers, Allow: "GET, HEAD" }, body: null }
  const isDescription = path === descriptionPath
  if (!isDescription) seen.found = match(path)
  refuseMethod(request.method)
  if (!seen.found) return description(call)
  const now = new Date()
  seen.caller = await authenticate(request.headers.get("authorization"), origin, now)
  Object.assign(call.headers, endOfKey(seen.caller))
  seen.admitted = await admitRequest(seen.caller)
  Object.assign(call.headers, seen.admitted.headers)
  refuseForm(request.headers)
  const { route, params } = seen.found
  const { team, actor } = seen.caller
  const limits = async () => seen.admitted?.states ?? []
  const ctx = { team, actor, origin, requestId, now: () => now, meter: seen.meter, limits }
  const { input, fieldErrors } = decodeInput(route.operation, params, url.searchParams)
  const result = await runAsJson(route.operation, ctx, input, fieldErrors)
  const reply = await answer(call, result, actor.scopes.join(" "))
  const isRefunded = reply.status === 304 && !meansAnyEtag(request.headers.get("if-none-match"))
  if (isRefunded) Object.assign(reply.headers, await seen.admitted.refund())
  return reply
}

function refuse(call: Call, problem: Problem, seen: Seen): Promise<Reply> {
  seen.problem = problem
  if (problem.status >= 500)
    log.error({ err: problem.cause ?? problem, request_id: call.requestId, path: call.path }, problem.message)
  seen.problemBody = redactKeys(
    JSON.stringify(problemDocument(problem, { requestId: call.requestId, instance: call.path })),
  )
  return send(call, problem.status, seen.problemBody, {
    ...call.headers,
    ...problem.headers,
    "Content-Type": "application/problem+json; charset=utf-8",
  })
}

/** Deprecation and Sunset headers (RFC 9745, RFC 8594) of a key in its grace period after a rotation. */
function endOfKey({ actor, replacedAt }: Caller): Record<string, string> {
  if (!actor.grace_until || !replacedAt) return {}
  const deprecatedAt = Math.floor(replacedAt.getTime() / 1000)
  return { Deprecation: `@${deprecatedAt}`, Sunset: new Date(actor.grace_until).toUTCString() }
}

const timing = (call: Call, { meter }: Seen) =>
  `db;dur=${meter.dbMs.toFixed(2)}, total;dur=${(performance.now() - call.startedAt).toFixed(2)}`

function record(call: Call, { caller, found, problem, problemBody, meter }: Seen, reply: Reply) {
  const { requestId: request_id, request, startedAt } = call
  const route = found?.route.template ?? "(none)"
  logCall({ request_id, method: request.method, route, status: reply.status, startedAt, team_id: caller?.team.id })
  if (!caller) return
  logRequest({
    id: call.requestId,
    team_id: caller.team.id,
    key_id: caller.actor.id,
    method: call.request.method,
    route: found?.route.template ?? "",
    path: call.path,
    search: call.url.search,
    status: reply.status,
    code: problem?.code ?? null,
    duration_ms: performance.now() - call.startedAt,
    db_ms: meter.dbMs,
    bytes: Number(reply.headers["Content-Length"] ?? 0),
    ip: call.origin.ip,
    user_agent: call.origin.userAgent,
    created_at: new Date().toISOString(),
    problem: problemBody,
  })
}
