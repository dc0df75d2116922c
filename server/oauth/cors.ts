/**
 * Wraps an OAuth endpoint that browsers may call from any origin (CORS): answers preflight requests, adds the CORS
 * headers, and responds to errors with JSON. This is safe because these endpoints ignore cookies. Responses are not
 * cached unless the endpoint sets Cache-Control.
 */
import "server-only"
import { OauthError } from "@/domain/connections/oauth/oauth-error"
import { asProblem } from "@/domain/kernel/errors"
import { logInternalError } from "../log-internal-error"

/** `params`: the variable parts of the path, by name. */
type Endpoint = (request: Request, params: Record<string, string>) => Promise<Response>
type Route = { params: Promise<object> }

export function withCors(method: "GET" | "POST", endpoint: Endpoint) {
  return async (request: Request, route?: Route): Promise<Response> => {
    const response = request.method === "OPTIONS" ? preflightResponse() : await respond(endpoint, request, route)
    const headers = { ...corsHeaders, "Access-Control-Allow-Methods": `${method}, OPTIONS` }
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
    if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "no-store")
    return response
  }
}

const preflightResponse = () => new Response(null, { status: 204 })

async function respond(endpoint: Endpoint, request: Request, route: Route | undefined): Promise<Response> {
  const params = ((await route?.params) ?? {}) as Record<string, string>
  try {
    return await endpoint(request, params)
  } catch (thrown) {
    return errorResponse(request, thrown)
  }
}

const corsHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Headers": "authorization, content-type, mcp-protocol-version",
  "Access-Control-Expose-Headers": "WWW-Authenticate, Retry-After",
  "Access-Control-Max-Age": "600",
  "X-Content-Type-Options": "nosniff",
}

function errorResponse(request: Request, thrown: unknown): Response {
  if (thrown instanceof OauthError) return oauthErrorResponse(request, thrown)
  const problem = asProblem(thrown)
  logInternalError(problem)
  // OAuth has no code for a rate limit, the usual cause. `temporarily_unavailable` is the closest.
  const error = problem.status >= 500 ? "server_error" : "temporarily_unavailable"
  const { status, headers, message } = problem
  return Response.json({ error, error_description: message }, { status, headers })
}

/** If a client with an Authorization header fails to authenticate, names the scheme (RFC 6749, section 5.2). */
function oauthErrorResponse({ headers: requestHeaders }: Request, { code, message, status }: OauthError): Response {
  const headers = new Headers({ Pragma: "no-cache" })
  if (status === 401 && requestHeaders.has("authorization")) headers.set("WWW-Authenticate", 'Basic realm="signalbox"')
  return Response.json({ error: code, error_description: message }, { status, headers })
}
