/** The parts that the connectors of Google's APIs share: consent with PKCE, access tokens, and reading of errors. */
import { CodeChallengeMethod, JWT, OAuth2Client } from "google-auth-library"
import { z } from "zod"
import type { ConnectedProvider, Connector, Consent, PlatformFailure } from "./connector"
import { ConnectorError } from "./connector-error"
import type { Credentials } from "./credentials"
import { callbackUrl, resolveUrl } from "./provider-urls"
import { failureOfTransport, providerFetch } from "./send-request"

const scopes = {
  ga4: "https://www.googleapis.com/auth/analytics.readonly",
  search_console: "https://www.googleapis.com/auth/webmasters.readonly",
  google_ads: "https://www.googleapis.com/auth/adwords",
} as const satisfies Partial<Record<ConnectedProvider, string>>
type GoogleProvider = keyof typeof scopes

/** The fields of a connector that are the same for all of Google's APIs, apart from the scope. */
export const googleApi = (provider: GoogleProvider) =>
  ({
    consent: {
      isConfigured: hasClient,
      url: (request) => consentUrl(provider, request),
      exchange: (authorization, signal) => exchangeCode(provider, authorization, signal),
    },
    accessToken: (credentials, signal) => accessToken(provider, credentials, signal),
    failureOf: googleFailure,
  }) satisfies Pick<Connector, "consent" | "accessToken" | "failureOf">

const hasClient = () => Boolean(process.env.GOOGLE_SOURCES_CLIENT_ID && process.env.GOOGLE_SOURCES_CLIENT_SECRET)

function client(provider: GoogleProvider, signal: AbortSignal) {
  if (!hasClient()) throw new ConnectorError("not_configured")
  return new OAuth2Client({
    clientId: process.env.GOOGLE_SOURCES_CLIENT_ID ?? "",
    clientSecret: process.env.GOOGLE_SOURCES_CLIENT_SECRET ?? "",
    redirectUri: callbackUrl(),
    transporterOptions: { fetchImplementation: providerFetch(provider, signal) },
  })
}

/** `prompt` makes Google return a refresh token again after an earlier consent. Building the URL sends no request. */
function consentUrl(provider: GoogleProvider, { state, challenge }: Parameters<Consent["url"]>[0]): string {
  const url = client(provider, AbortSignal.abort()).generateAuthUrl({
    access_type: "offline",
    prompt: "consent",
    scope: scopes[provider],
    state,
    code_challenge: challenge,
    code_challenge_method: CodeChallengeMethod.S256,
  })
  return resolveUrl(provider, url)
}

async function exchangeCode(
  provider: GoogleProvider,
  { code, verifier }: Parameters<Consent["exchange"]>[0],
  signal: AbortSignal,
): Promise<Credentials> {
  const { tokens } = await withConnectorErrors(client(provider, signal).getToken({ code, codeVerifier: verifier }))
  if (!tokens.refresh_token)
    throw new ConnectorError("authorization_lost", null, "Google returned no refresh token. Try again.")
  return { kind: "oauth", refresh_token: tokens.refresh_token }
}

async function accessToken(provider: GoogleProvider, credentials: Credentials, signal: AbortSignal): Promise<string> {
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
    scopes: [scopes[provider]],
    transporterOptions: { fetchImplementation: providerFetch(provider, signal) },
  })
}

/** Google responds to a refused or expired grant with status 400 or 401 and a code such as `invalid_grant`. */
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

const errorBody = z.object({
  error: z.object({
    status: z.string().optional(),
    errors: z.array(z.object({ reason: z.string().optional() })).optional(),
    details: z.array(z.record(z.string(), z.unknown())).optional(),
  }),
})

const quotaReasons = new Set(["quotaExceeded", "rateLimitExceeded", "userRateLimitExceeded", "dailyLimitExceeded"])

/** Reads the error of a response. Google reports used-up quotas also with status 403. */
function googleFailure(status: number, json: unknown): PlatformFailure | null {
  // The streaming method of Google Ads wraps its error in a list.
  const { data } = errorBody.safeParse(Array.isArray(json) ? json[0] : json)
  if (!data) return null
  const { errors = [], details = [] } = data.error
  if (data.error.status === "RESOURCE_EXHAUSTED" || errors.some(({ reason = "" }) => quotaReasons.has(reason)))
    return { code: "rate_limited", retryAfterSeconds: retryDelayOf(details) }
  if (status === 401 || status === 403) return { code: "authorization_lost" }
  return null
}

/** `retryDelay` is written as "30s", in the details of the quota error. */
function retryDelayOf(details: unknown): number | null {
  const found = /"retryDelay":"(\d+)(?:\.\d+)?s"/.exec(JSON.stringify(details))
  return found ? Number(found[1]) : null
}
