/** Asks a person for consent on a platform's page, and exchanges the code that comes back for credentials. */
import type { ConnectedProvider, Consent, GrantKind } from "../connectors/connector"
import type { Credentials } from "../connectors/credentials"
import { googleConsentUrl, googleCredentials, hasGoogleClient, isGoogle } from "../connectors/google-access"
import { connectors } from "../connectors/index"
import { hasMetaApp, metaConsentUrl, metaCredentials } from "../connectors/meta-access"

/** Consent needs a client that the operator has registered with the platform. Google Ads also needs a developer token. */
export function availableGrantKinds(provider: ConnectedProvider): GrantKind[] {
  if (provider === "google_ads" && !process.env.GOOGLE_ADS_DEVELOPER_TOKEN) return []
  const hasClient = isGoogle(provider) ? hasGoogleClient() : hasMetaApp()
  return connectors[provider].grantKinds.filter((kind) => kind !== "oauth" || hasClient)
}

export const consentUrl = (provider: ConnectedProvider, consent: Consent): string =>
  isGoogle(provider) ? googleConsentUrl(provider, consent) : metaConsentUrl(consent)

export const exchangeCode = (
  provider: ConnectedProvider,
  authorization: { code: string; verifier: string },
  signal: AbortSignal,
): Promise<Credentials> =>
  isGoogle(provider) ? googleCredentials(provider, authorization, signal) : metaCredentials(authorization, signal)
