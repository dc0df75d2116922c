/** Implements consent for Meta's Graph API. Exchanges the code for a token that lasts about 60 days. */
import { z } from "zod"
import type { Consent } from "./connector"
import { ConnectorError } from "./connector-error"
import { callbackUrl, resolveUrl } from "./provider-urls"
import { sendRequest } from "./send-request"

export const graph = "https://graph.facebook.com/v25.0"
const consentPage = "https://www.facebook.com/v25.0/dialog/oauth"

export const metaConsent: Consent = {
  isConfigured: () => Boolean(process.env.META_APP_ID && process.env.META_APP_SECRET),
  url({ state, challenge }) {
    const query = new URLSearchParams({
      client_id: app().client_id,
      redirect_uri: callbackUrl(),
      response_type: "code",
      scope: "ads_read,business_management",
      state,
      code_challenge: challenge,
      code_challenge_method: "S256",
    })
    return resolveUrl("meta_ads", `${consentPage}?${query}`)
  },
  async exchange({ code, verifier }, signal) {
    const shortLived = await requestToken({ code, code_verifier: verifier, redirect_uri: callbackUrl() }, signal)
    const longLived = await requestToken({ grant_type: "fb_exchange_token", fb_exchange_token: shortLived }, signal)
    return { kind: "token", token: longLived }
  },
}

function app() {
  if (!metaConsent.isConfigured()) throw new ConnectorError("not_configured")
  return { client_id: process.env.META_APP_ID ?? "", client_secret: process.env.META_APP_SECRET ?? "" }
}

const tokenResponse = z.object({ access_token: z.string().min(1) })

async function requestToken(query: Record<string, string>, signal: AbortSignal): Promise<string> {
  const response = await sendRequest({ provider: "meta_ads", signal }, `${graph}/oauth/access_token`, tokenResponse, {
    query: { ...app(), ...query },
  }).catch((error: unknown) => {
    const isRefused = error instanceof ConnectorError && error.code === "request_rejected"
    throw isRefused ? new ConnectorError("authorization_lost") : error
  })
  return response.access_token
}
