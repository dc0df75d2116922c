/**
 * The authorization endpoint: checks the request of an app, stores it, and redirects to the consent page. An error is
 * sent to the app by a redirect if the operator registered the app. Otherwise Signalbox shows an error page, because
 * anyone can register an app, and could use a wrong request to redirect a browser anywhere (RFC 9700, section 4.11.2).
 */
import "server-only"
import { storeRequest } from "@/domain/connections/oauth/authorization-request"
import { findClient } from "@/domain/connections/oauth/find-client"
import { isVerified, type OauthClient } from "@/domain/connections/oauth/oauth-client"
import { OauthError } from "@/domain/connections/oauth/oauth-error"
import { isRegisteredRedirectUri } from "@/domain/connections/oauth/redirect-uri"
import { requestedResource } from "@/domain/connections/oauth/resource"
import { requestedScopes } from "@/domain/connections/oauth/scopes"
import { baseUrl } from "@/domain/kernel/base-url"
import { asProblem } from "@/domain/kernel/errors"
import { logInternalError } from "../log-internal-error"
import { browserCookie } from "./browser-cookie"
import { errorPage } from "./error-page"
import { rejectRepeatedParameters, requireParameter } from "./form"
import { chargeOauthRequest } from "./limits"
import { redirectToApp } from "./redirect-to-app"

const maxStateLength = 2_000

export async function authorizationEndpoint(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams
  try {
    await chargeOauthRequest(request, "authorize")
    const target = await findRedirectTarget(query)
    return await redirectToConsentOrApp(request, query, target)
  } catch (thrown) {
    if (thrown instanceof OauthError) return errorPage(400, thrown.message)
    const problem = asProblem(thrown)
    logInternalError(problem)
    return errorPage(problem.status, problem.message, problem.headers)
  }
}

/** Redirects to the consent page, or back to a verified app if its request is not valid. */
async function redirectToConsentOrApp(request: Request, query: URLSearchParams, target: Target): Promise<Response> {
  try {
    return await redirectToConsentPage(request, query, target)
  } catch (thrown) {
    if (!(thrown instanceof OauthError) || !isVerified(target.client)) throw thrown
    const fields = { error: thrown.code, error_description: thrown.message, state: query.get("state") }
    return redirectToApp(target.redirectUri, fields)
  }
}

type Target = { client: OauthClient; redirectUri: string }

/** Returns the app and its redirect URI. Throws if one of them is invalid. */
async function findRedirectTarget(query: URLSearchParams): Promise<Target> {
  for (const name of ["client_id", "redirect_uri"])
    if (query.getAll(name).length > 1) throw new OauthError("invalid_request", `The app sent ${name} twice.`)
  const redirectUri = query.get("redirect_uri")
  const client = await findClient(requireParameter(query, "client_id"), new Date())
  if (!client)
    throw new OauthError(
      "invalid_client",
      "Signalbox does not know this app, or does not allow it. Remove the connector in the app, and add it again.",
    )
  const [firstUri, ...otherUris] = client.redirectUris
  if (redirectUri === null && firstUri !== undefined && otherUris.length === 0) return { client, redirectUri: firstUri }
  if (redirectUri === null || !isRegisteredRedirectUri(client.redirectUris, redirectUri))
    throw new OauthError("invalid_request", "The app did not register the address that it wants to return to.")
  return { client, redirectUri }
}

async function redirectToConsentPage(
  request: Request,
  query: URLSearchParams,
  { client, redirectUri }: Target,
): Promise<Response> {
  rejectRepeatedParameters(query)
  const state = query.get("state")
  if ((state ?? "").length > maxStateLength) throw new OauthError("invalid_request", "The state is too long.")
  if (/\p{Cc}/u.test(state ?? "")) throw new OauthError("invalid_request", "The state has control characters.")
  if (requireParameter(query, "response_type") !== "code")
    throw new OauthError("unsupported_response_type", "Use response_type=code.")
  if ((query.get("response_mode") ?? "query") !== "query")
    throw new OauthError("invalid_request", "Use response_mode=query.")
  const challenge = requireCodeChallenge(query)
  const scopes = requestedScopes(query.get("scope"))
  const resource = requestedResource(query.getAll("resource"))
  const { browserId, setCookie } = browserCookie(request.headers)
  const authorizationRequest = { clientId: client.id, redirectUri, state, scopes, challenge, resource }
  const id = await storeRequest(browserId, authorizationRequest, new Date())
  const headers = { Location: `${baseUrl()}/oauth/consent/${id}`, "Set-Cookie": setCookie, ...noStoreHeaders }
  return new Response(null, { status: 303, headers })
}

const noStoreHeaders = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" }

function requireCodeChallenge(query: URLSearchParams): string {
  const challenge = requireParameter(query, "code_challenge")
  // A missing method would mean `plain`, which is not allowed.
  if (query.get("code_challenge_method") !== "S256")
    throw new OauthError("invalid_request", "Use code_challenge_method=S256.")
  if (!/^[\w-]{43}$/.test(challenge))
    throw new OauthError("invalid_request", "The code_challenge must be the base64url form of a SHA-256.")
  return challenge
}
