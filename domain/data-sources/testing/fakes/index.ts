/** Starts the fakes of all platforms, and returns what connects Signalbox to them. */
import type { ConnectedProvider } from "../../connectors/connector"
import { fakeBingWebmaster } from "./bing-webmaster"
import { type FakePlatform, startFake } from "./fake-platform"
import { fakeGa4 } from "./ga4"
import { fakeGoogleAds } from "./google-ads"
import { fakeMetaAds } from "./meta-ads"
import { fakeSearchConsole } from "./search-console"
import type { Platform } from "./world"

const fakePlatforms: Record<ConnectedProvider, Platform> = {
  ga4: fakeGa4,
  search_console: fakeSearchConsole,
  google_ads: fakeGoogleAds,
  meta_ads: fakeMetaAds,
  bing_webmaster: fakeBingWebmaster,
}

type Fakes = Record<ConnectedProvider, FakePlatform>

/** `firstPort`: the fakes listen on it and the next ports. 0 picks free ones. */
export async function startFakes(
  firstPort = 0,
): Promise<{ fakes: Fakes; env: Record<string, string>; close(): Promise<void> }> {
  const started: [string, FakePlatform][] = []
  for (const [n, platform] of Object.values(fakePlatforms).entries())
    started.push([platform.provider, await startFake(platform, firstPort === 0 ? 0 : firstPort + n)])
  const urls = Object.fromEntries(started.map(([provider, { url }]) => [provider, url]))
  const env: Record<string, string> = { DATA_SOURCE_URLS: JSON.stringify(urls) }
  for (const platform of Object.values(fakePlatforms)) Object.assign(env, platform.env)
  const close = async () => {
    await Promise.all(started.map(([, fake]) => fake.close()))
  }
  return { fakes: Object.fromEntries(started) as Fakes, env, close }
}
