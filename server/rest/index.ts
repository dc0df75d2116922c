/** REST: one request from its path to its answer. Match, authenticate, plan, limits, run, respond; any throw becomes a problem. */
import "server-only"
import { apiVersions } from "@/domain/envelope"
import { asProblem, Problem } from "@/domain/errors"
import { newId } from "@/domain/ids"
import { authenticate, type Caller } from "@/domain/keys/authenticate"
import { reportLeak } from "@/domain/keys/report-leak"
import { logRequest } from "@/domain/keys/request-log"
import { log } from "@/domain/log"
import { runAsJson } from "@/domain/operation"
import { openApiDocument } from "@/server/openapi"
import { originOf } from "@/server/origin"
import { decodeInput } from "./decode"
import { problemDocument } from "./problem-document"
import { type Asked, answer, type Call, commonHeaders, type Reply, send } from "./respond"
import { basePath, type Match, match } from "./routes"
import { type Turn, takeTurn } from "./turns"

/** REST as a fetch handler: what Next mounts, and what tests call. */
export async function rest(request: Request): Promise<Response> {
  const { status, headers, body } = await answerRest(request)
  return new Response(body as BodyInit | null, { status, headers })
}

/** Answers any request under /api/v1. Needs so little of a request that the front server need not build one. */
export async function answerRest(request: Asked): Promise<Reply> {
  const requestId = newId("request")
  const url = new URL(request.url)
  const call: Call = {
    requestId,
    request,
    url,
    path: url.pathname,
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
    seen.turn?.end()
  }
  reply.headers["Server-Timing"] = timing(call, seen)
  record(call, seen, reply)
  return reply
}

/** What is known of the call so far, for the headers of an error and for the log. */
type Seen = { meter: { dbMs: number }; found?: Match; caller?: Caller; turn?: Turn; problem?: Problem }

async function handle(call: Call, seen: Seen): Promise<Reply> {
  const { request, url, path, requestId } = call
  if (request.url.length > 8_192) throw new Problem("uri_too_long", "The address is longer than 8,192 characters.")
  if (request.method === "OPTIONS") return { status: 204, headers: { ...call.headers, Allow: "GET, HEAD" }, body: null }
  await refuseKeyInUrl(call)
  if (path === `${basePath}/openapi.json`) return document(call)
  seen.found = match(path)
  refuseMethod(request.method)
  const origin = originOf(request.headers)
  const now = new Date()
  seen.caller = await authenticate(request.headers.get("authorization"), origin, now)
  seen.turn = await takeTurn(seen.caller)
  Object.assign(call.headers, seen.turn.headers, endOfKey(seen.caller))
  refuseForm(request.headers)
  const { route, params } = seen.found
  const { team, actor } = seen.caller
  const limits = async () => seen.turn?.states ?? []
  const ctx = { team, actor, origin, requestId, now: () => now, meter: seen.meter, limits }
  const result = await runAsJson(route.operation, ctx, decodeInput(route.operation, params, url.searchParams))
  const reply = await answer(call, result, actor.scopes.join(" "))
  if (reply.status === 304) await seen.turn.refund()
  return reply
}

function refuse(call: Call, problem: Problem, seen: Seen): Promise<Reply> {
  seen.problem = problem
  if (problem.status >= 500)
    log.error({ err: problem.cause ?? problem, request_id: call.requestId, path: call.path }, problem.message)
  const body = JSON.stringify(problemDocument(problem, { requestId: call.requestId, instance: call.path }))
  return send(call, problem.status, body, {
    ...call.headers,
    ...problem.headers,
    "Content-Type": "application/problem+json; charset=utf-8",
  })
}

function refuseMethod(method: string) {
  if (method === "GET" || method === "HEAD") return
  throw new Problem(
    "method_not_allowed",
    "The REST API only reads: use GET or HEAD. Keys and webhooks are managed under Settings -> API.",
    {
      headers: { Allow: "GET, HEAD" },
    },
  )
}

/** A key in a URL ends up in logs and histories: it is refused, and treated as leaked. */
async function refuseKeyInUrl({ url, request }: Call) {
  if (!url.search.includes("sbx_") && !url.pathname.includes("sbx_")) return
  const isKnown = await reportLeak(url.pathname + url.search, originOf(request.headers))
  if (isKnown !== undefined)
    throw new Problem(
      "key_in_url",
      `Keys belong in the Authorization header, never in a URL.${isKnown ? " The key is revoked now, because URLs are kept in logs." : ""}`,
    )
}

function refuseForm(headers: Asked["headers"]) {
  const version = headers.get("signalbox-version")
  if (version && !apiVersions.includes(version))
    throw new Problem(
      "version_unknown",
      `There is no version ${version.slice(0, 40)}. Known: ${apiVersions.join(", ")}.`,
    )
  const accept = headers.get("accept")
  if (accept && !/application\/(problem\+)?json|application\/\*|\*\/\*/i.test(accept))
    throw new Problem("not_acceptable", "Answers are application/json (errors application/problem+json).")
}

/** A key in its grace after a rotation says when it ends (RFC 9745, RFC 8594). */
function endOfKey({ actor }: Caller): Record<string, string> {
  if (!actor.grace_until) return {}
  const end = new Date(actor.grace_until)
  return { Deprecation: `@${Math.floor(Date.now() / 1000)}`, Sunset: end.toUTCString() }
}

const document = (call: Call) =>
  send(call, 200, openApiDocument(), {
    ...call.headers,
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "public, max-age=300",
    "Access-Control-Allow-Origin": "*",
  })

const timing = (call: Call, { meter }: Seen) =>
  `db;dur=${meter.dbMs.toFixed(2)}, total;dur=${(performance.now() - call.startedAt).toFixed(2)}`

function record(call: Call, { caller, found, problem }: Seen, reply: Reply) {
  if (!caller) return
  logRequest({
    id: call.requestId,
    team_id: caller.team.id,
    key_id: caller.actor.id,
    method: call.request.method,
    route: found?.route.template ?? "",
    path: call.path,
    status: reply.status,
    code: problem?.code ?? null,
    duration_ms: performance.now() - call.startedAt,
    bytes: Number(reply.headers["Content-Length"] ?? 0),
    ip: originOf(call.request.headers).ip,
    user_agent: call.request.headers.get("user-agent"),
    created_at: new Date().toISOString(),
  })
}
