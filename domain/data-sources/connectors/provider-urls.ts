/**
 * Builds the URLs of platforms, and the URL of our callback. DATA_SOURCE_URLS contains base URLs of the operator that replace those of
 * platforms: '{"meta_ads":"http://127.0.0.1:4104"}'.
 */
import { baseUrl } from "@/domain/kernel/base-url"
import { parseUrlSetting } from "@/domain/kernel/url-setting"
import { type ConnectedProvider, connectedProviders } from "./connector"

/** Returns the address by provider. Throws one sentence that explains what is wrong with the variable. */
export const providerUrls = (setting = process.env.DATA_SOURCE_URLS): Partial<Record<ConnectedProvider, string>> =>
  parseUrlSetting(setting, {
    variable: "DATA_SOURCE_URLS",
    noun: "provider",
    names: connectedProviders,
    example: '{"meta_ads":"http://127.0.0.1:4104"}',
  })

/** Platforms send users back to this address after consent. Operators register it with each platform. */
export const callbackUrl = () => `${baseUrl()}/api/sources/callback`

/** The address to use for a platform's own `url`: the same path and query at the operator's address, if there is one. */
export function addressOf(provider: ConnectedProvider, url: string | URL): string {
  const own = providerUrls()[provider]
  if (own === undefined) return String(url)
  const { pathname, search } = new URL(url)
  return new URL(pathname + search, own).toString()
}
