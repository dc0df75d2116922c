/** Authorizes requests to Meta's Graph API: consent, and the exchange of a code for a token that lasts about 60 days. */
import { z } from "zod"
import type { Consent } from "./connector"
import { ConnectorError } from "./connector-error"
import type { Credentials } from "./credentials"
import { addressOf, callbackUrl } from "./provider-urls"
import { sendRequest } from "./send-request"

export const graph = "https://graph.facebook.com/v25.0"
const consentPage = "https://www.facebook.com/v25.0/dialog/oauth"

export const hasMetaApp = () => Boolean(process.env.META_APP_ID && process.env.META_APP_SECRET)

function app() {
  if (!hasMetaApp()) throw new ConnectorError("not_configured")
  return { client_id: process.env.META_APP_ID ?? "", client_secret: process.env.META_APP_SECRET ?? "" }
}

export function metaConsentUrl({ state, challenge }: Consent): string {
  const query = new URLSearchParams({
    client_id: app().client_id,
    redirect_uri: callbackUrl(),
    response_type: "code",
    scope: "ads_read,business_management",
    state,
    code_challenge: challenge,
    code_challenge_method: "S256",
  })
  return addressOf("meta_ads", `${consentPage}?${query}`)
}

const tokenResponse = z.object({ access_token: z.string().min(1) })

export async function metaCredentials(
  { code, verifier }: { code: string; verifier: string },
  signal: AbortSignal,
): Promise<Credentials> {
  const ask = (query: Record<string, string>) =>
    sendRequest({ provider: "meta_ads", signal }, `${graph}/oauth/access_token`, tokenResponse, {
      query: { ...app(), ...query },
    }).catch((error: unknown) => {
      const isRefused = error instanceof ConnectorError && error.code === "request_rejected"
      throw isRefused ? new ConnectorError("authorization_lost") : error
    })
  const short = await ask({ code, code_verifier: verifier, redirect_uri: callbackUrl() })
  const long = await ask({ grant_type: "fb_exchange_token", fb_exchange_token: short.access_token })
  return { kind: "token", token: long.access_token }
}
