/**
 * Builds the URLs of platforms, and the URL of our callback. The operator can replace the base URLs of platforms with
 * DATA_SOURCE_URLS: '{"meta_ads":"http://127.0.0.1:4104"}'.
 */
import { baseUrl } from "@/domain/kernel/base-url"
import { parseUrlSetting } from "@/domain/kernel/url-setting"
import { type ConnectedProvider, connectedProviders } from "./connector"

/** Returns the base URLs by provider. Throws an error whose message explains what is wrong with the variable. */
export const providerUrls = (setting = process.env.DATA_SOURCE_URLS): Partial<Record<ConnectedProvider, string>> =>
  parseUrlSetting(setting, {
    variable: "DATA_SOURCE_URLS",
    noun: "provider",
    names: connectedProviders,
    example: '{"meta_ads":"http://127.0.0.1:4104"}',
  })

/** Platforms send users back to this address after consent. Operators register it with each platform. */
export const callbackUrl = () => `${baseUrl()}/api/sources/callback`

/**
 * Returns the URL to use instead of a platform's `url`: the same path and query at the operator's base URL, or `url`
 * itself if the operator has set none.
 */
export function resolveUrl(provider: ConnectedProvider, url: string | URL): string {
  const replacement = providerUrls()[provider]
  if (replacement === undefined) return String(url)
  const { pathname, search } = new URL(url)
  return new URL(pathname + search, replacement).toString()
}
