/**
 * The token endpoint, which exchanges codes and refresh tokens for access tokens, and the revocation endpoint. Their
 * responses are never cached. `withCors` adds `Cache-Control: no-store`, and turns an OauthError into a response.
 */
import "server-only"
import { authenticateClient, clientIdIn } from "@/domain/connections/oauth/authenticate-client"
import { exchangeCode } from "@/domain/connections/oauth/exchange-code"
import type { TokenResponse } from "@/domain/connections/oauth/issue-tokens"
import type { OauthClient } from "@/domain/connections/oauth/oauth-client"
import { OauthError } from "@/domain/connections/oauth/oauth-error"
import { refresh } from "@/domain/connections/oauth/refresh"
import { revokeToken } from "@/domain/connections/oauth/revoke-token"
import { withCors } from "./cors"
import { readForm, requireParameter } from "./form"
import { chargeOauthRequest } from "./limits"

/** RFC 6749, section 5.1. */
const headers = { Pragma: "no-cache" }

export const tokenEndpoint = withCors("POST", async (request) => {
  const form = await readForm(request)
  const authorization = request.headers.get("authorization")
  await chargeOauthRequest(request, "token", clientIdIn(form, authorization))
  const now = new Date()
  const grantType = requireParameter(form, "grant_type")
  const client = await authenticateClient(form, authorization, now)
  return Response.json(await tokensFor(grantType, client, form, now), { headers })
})

function tokensFor(grantType: string, client: OauthClient, form: URLSearchParams, now: Date): Promise<TokenResponse> {
  const resources = form.getAll("resource")
  if (grantType === "authorization_code") {
    const code = requireParameter(form, "code")
    const verifier = requireParameter(form, "code_verifier")
    return exchangeCode(client, { code, verifier, redirectUri: form.get("redirect_uri"), resources }, now)
  }
  if (grantType === "refresh_token")
    return refresh(client, { token: requireParameter(form, "refresh_token"), scope: form.get("scope"), resources }, now)
  throw new OauthError("unsupported_grant_type", "Use authorization_code or refresh_token.")
}

/** The revocation endpoint (RFC 7009). It responds with 200 to unknown tokens, too. */
export const revocationEndpoint = withCors("POST", async (request) => {
  const form = await readForm(request)
  const authorization = request.headers.get("authorization")
  await chargeOauthRequest(request, "revoke", clientIdIn(form, authorization))
  const now = new Date()
  const client = await authenticateClient(form, authorization, now)
  await revokeToken(client, requireParameter(form, "token"), now)
  return new Response(null, { status: 200, headers })
})
