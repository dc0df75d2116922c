/**
 * Handles the browser's calls at /api/trpc. Mutations must come from our own pages, so that other sites cannot send
 * them.
 */
import "server-only"
import type { TRPCError } from "@trpc/server"
import { fetchRequestHandler } from "@trpc/server/adapters/fetch"
import { baseUrl } from "@/domain/kernel/base-url"
import { Problem } from "@/domain/kernel/errors"
import { newId } from "@/domain/kernel/ids"
import { signedInPerson } from "../auth/session"
import { logCall } from "../log-call"
import { originOf } from "../origin"
import { problemDocument } from "../rest/problem-document"
import { maxBatchSize } from "./admit-call"
import { asTrpcError } from "./problem"
import { router } from "./router"

/** Contains the slug of the team whose page made the call. Membership is checked in every call. */
const teamHeader = "x-team"
/** Contains the idempotency key of a mutation. A repeated request with the same key is not executed again. */
const idempotencyKeyHeader = "idempotency-key"

export async function trpcHandler(request: Request): Promise<Response> {
  const requestId = newId("request")
  const startedAt = performance.now()
  const response = await respond(request, requestId)
  const route = routeOf(new URL(request.url))
  logCall({ request_id: requestId, method: request.method, route, status: response.status, startedAt })
  return response
}

/** The operations of a call, which are several in a batch. "(none)" if one of them does not exist. */
function routeOf({ pathname }: URL): string {
  const names = pathname.replace("/api/trpc/", "")
  return names.split(",").every((name) => Object.hasOwn(router._def.procedures, name)) ? names : "(none)"
}

async function respond(request: Request, requestId: string): Promise<Response> {
  const refused = crossSiteProblem(request)
  if (refused) {
    const problem = problemDocument(refused, { requestId, instance: new URL(request.url).pathname })
    const headers = {
      "Content-Type": "application/problem+json",
      "Cache-Control": "private, no-store",
      "Request-Id": requestId,
    }
    return new Response(JSON.stringify(problem), { status: refused.status, headers })
  }
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    req: request,
    router,
    createContext: async ({ info }) => {
      refuseLargeBatch(info.calls.length, requestId)
      return {
        person: await signedInPerson(),
        teamSlug: request.headers.get(teamHeader),
        origin: originOf(request.headers),
        requestId,
        idempotencyKey: request.headers.get(idempotencyKeyHeader),
      }
    },
    responseMeta: ({ errors }) => ({
      headers: { "Cache-Control": "private, no-store", "Request-Id": requestId, ...headersOf(errors) },
    }),
  })
}

/** Rejects large batches, so that one request cannot occupy the service. Our own pages do not use batches. */
function refuseLargeBatch(calls: number, requestId: string) {
  if (calls <= maxBatchSize) return
  const problem = new Problem(
    "parameter_invalid",
    `A batch can have at most ${maxBatchSize} calls. This one has ${calls}.`,
  )
  throw asTrpcError(problem, requestId, "batch")
}

/** Returns the headers of the first Problem: Retry-After and the exceeded limits. */
const headersOf = (errors: TRPCError[]) =>
  errors.map(({ cause }) => cause).find((cause) => cause instanceof Problem)?.headers ?? {}

/**
 * Protects against cross-site request forgery: a form of another site cannot send JSON, and has another origin. In
 * addition, the cookie has SameSite=Lax.
 */
function crossSiteProblem({ method, headers }: Request): Problem | null {
  if (method === "GET" || method === "HEAD") return null
  if (!headers.get("content-type")?.startsWith("application/json"))
    return new Problem("media_type_unsupported", "Send application/json.")
  const origin = headers.get("origin")
  const ours = [new URL(baseUrl()).host, headers.get("host")]
  if (origin !== null && !ours.includes(hostOf(origin)))
    return new Problem("role_missing", "Requests from other sites are rejected.")
  return null
}

function hostOf(origin: string) {
  try {
    return new URL(origin).host
  } catch {
    return null
  }
}
