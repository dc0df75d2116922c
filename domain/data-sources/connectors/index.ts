/** Lists the connectors. docs/data-sources.md explains how to add one. */
import { bingWebmaster } from "./bing-webmaster"
import type { ConnectedProvider, Connector, GrantKind } from "./connector"
import { ga4 } from "./ga4"
import { googleAds } from "./google-ads"
import { metaAds } from "./meta-ads"
import { searchConsole } from "./search-console"

export const connectors: Record<ConnectedProvider, Connector> = {
  ga4,
  search_console: searchConsole,
  google_ads: googleAds,
  meta_ads: metaAds,
  bing_webmaster: bingWebmaster,
}

/**
 * How this installation can authorize a platform. Consent needs a client that the operator registered with the
 * platform.
 */
export function availableGrantKinds(provider: ConnectedProvider): GrantKind[] {
  const { consent, secretKinds } = connectors[provider]
  return consent?.isConfigured() ? ["oauth", ...secretKinds] : [...secretKinds]
}
