/**
 * Serves the public keys with which a team signs webhooks, as a JWK Set. The response needs no authentication, can be
 * read from any origin and is cached for five minutes. Requests are limited per network.
 */
import "server-only"
import { asProblem, Problem } from "@/domain/kernel/errors"
import { id, newId } from "@/domain/kernel/ids"
import { chargeRequest } from "@/domain/usage/quotas"
import { jwksOf } from "@/domain/webhooks/signing-key"
import { logInternalError } from "./log-internal-error"
import { networkQuota } from "./network-quota"
import { originOf } from "./origin"
import { problemDocument } from "./rest/problem-document"

const teamId = id("team")

const openHeaders = { "Access-Control-Allow-Origin": "*", "X-Content-Type-Options": "nosniff" }

export async function jwks(request: Request, { params }: { params: Promise<{ team: string }> }): Promise<Response> {
  try {
    await chargeRequest([networkQuota(originOf(request.headers))])
    const team = teamId.safeParse((await params).team).data
    const set = team ? await jwksOf(team) : null
    if (!set) throw new Problem("resource_not_found", "This address has no signing keys.")
    const type = "application/jwk-set+json"
    return Response.json(set, {
      headers: { ...openHeaders, "Content-Type": type, "Cache-Control": "public, max-age=300" },
    })
  } catch (thrown) {
    return problemResponse(request, asProblem(thrown))
  }
}

function problemResponse({ url }: Request, problem: Problem): Response {
  const requestId = newId("request")
  logInternalError(problem, { request_id: requestId })
  const document = problemDocument(problem, { requestId, instance: new URL(url).pathname })
  const headers = {
    ...openHeaders,
    ...problem.headers,
    "Cache-Control": "no-store",
    "Content-Type": "application/problem+json",
    "Request-Id": requestId,
  }
  return Response.json(document, { status: problem.status, headers })
}
