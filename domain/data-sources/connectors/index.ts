/** Lists the connectors. To add one, write its file and add a line here. */
import { bingWebmaster } from "./bing-webmaster"
import type { ConnectedProvider, Connector } from "./connector"
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
