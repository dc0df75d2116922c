/** Authorizes requests to Google's APIs: consent with PKCE, refresh tokens, and service accounts. */
import { CodeChallengeMethod, JWT, OAuth2Client } from "google-auth-library"
import type { ConnectedProvider, Consent } from "./connector"
import { ConnectorError } from "./connector-error"
import type { Credentials } from "./credentials"
import { addressOf, callbackUrl } from "./provider-urls"
import { failureOfTransport, providerFetch } from "./send-request"

export const googleScopes = {
  ga4: "https://www.googleapis.com/auth/analytics.readonly",
  search_console: "https://www.googleapis.com/auth/webmasters.readonly",
  google_ads: "https://www.googleapis.com/auth/adwords",
} as const
export type GoogleProvider = keyof typeof googleScopes

export const isGoogle = (provider: ConnectedProvider): provider is GoogleProvider => provider in googleScopes

export const hasGoogleClient = () =>
  Boolean(process.env.GOOGLE_SOURCES_CLIENT_ID && process.env.GOOGLE_SOURCES_CLIENT_SECRET)

function client(provider: GoogleProvider, signal: AbortSignal) {
  if (!hasGoogleClient()) throw new ConnectorError("not_configured")
  return new OAuth2Client({
    clientId: process.env.GOOGLE_SOURCES_CLIENT_ID ?? "",
    clientSecret: process.env.GOOGLE_SOURCES_CLIENT_SECRET ?? "",
    redirectUri: callbackUrl(),
    transporterOptions: { fetchImplementation: providerFetch(provider, signal) },
  })
}

/** The page on which a user grants access. `prompt` makes Google return a refresh token again, also after an earlier consent. */
export function googleConsentUrl(provider: GoogleProvider, { state, challenge }: Consent): string {
  const url = client(provider, AbortSignal.abort()).generateAuthUrl({
    access_type: "offline",
    prompt: "consent",
    scope: googleScopes[provider],
    state,
    code_challenge: challenge,
    code_challenge_method: CodeChallengeMethod.S256,
  })
  return addressOf(provider, url)
}

export async function googleCredentials(
  provider: GoogleProvider,
  { code, verifier }: { code: string; verifier: string },
  signal: AbortSignal,
): Promise<Credentials> {
  const { tokens } = await withConnectorErrors(client(provider, signal).getToken({ code, codeVerifier: verifier }))
  if (!tokens.refresh_token)
    throw new ConnectorError("authorization_lost", null, "Google returned no refresh token. Try again.")
  return { kind: "oauth", refresh_token: tokens.refresh_token }
}

export async function googleAccessToken(
  provider: GoogleProvider,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<string> {
  const { token } = await withConnectorErrors(authClient(provider, credentials, signal).getAccessToken())
  if (!token) throw new ConnectorError("authorization_lost")
  return token
}

function authClient(provider: GoogleProvider, credentials: Credentials, signal: AbortSignal) {
  if (credentials.kind === "oauth") {
    const oauth = client(provider, signal)
    oauth.setCredentials({ refresh_token: credentials.refresh_token })
    return oauth
  }
  if (credentials.kind !== "service_account") throw new ConnectorError("authorization_lost")
  // The address of the token endpoint is Google's own, never the one in the key file: the file comes from the team.
  return new JWT({
    email: credentials.client_email,
    key: credentials.private_key,
    scopes: [googleScopes[provider]],
    transporterOptions: { fetchImplementation: providerFetch(provider, signal) },
  })
}

/** Google answers a refused or expired grant with status 400 or 401 and a code such as `invalid_grant`. */
async function withConnectorErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ConnectorError) throw error
    const status = (error as { response?: { status?: number } }).response?.status
    if (status === 429) throw new ConnectorError("rate_limited")
    if (status !== undefined && status >= 500) throw new ConnectorError("platform_error")
    if (status !== undefined) throw new ConnectorError("authorization_lost")
    // A private key that cannot be read fails before any request.
    if (isKeyError(error)) throw new ConnectorError("authorization_lost")
    throw failureOfTransport((error as { cause?: unknown }).cause ?? error)
  }
}

const isKeyError = (error: unknown) => `${(error as { code?: unknown }).code}`.startsWith("ERR_OSSL")
