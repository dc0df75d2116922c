/** Finds the address of a page that an archive, translator, cache or search engine shows under its own host. */

/** Returns the address of the page that `url` wraps, or null. The address can be any text. */
export const wrappedPage = (url: URL): string | null =>
  archivedPage(url) ?? translatedPage(url) ?? cachedPage(url) ?? yahooResult(url)

/** web.archive.org/web/<time>/<address> and archive.ph/<time>/<address> */
function archivedPage({ hostname, pathname, search }: URL): string | null {
  const found = archives.find(([host]) => host.test(hostname))?.[1].exec(pathname)
  return found ? found[1] + search : null
}
const archives: [host: RegExp, path: RegExp][] = [
  [/^web\.archive\.org$/, /^\/web\/[\d*]+(?:[a-z]{2}_)?\/(.+)$/],
  [/^archive\.(?:fo|is|li|md|ph|today|vn)$/, /^\/(?:(?:newest|oldest|[\d.-]+)\/)?(https?:\/\/.+)$/],
]

/** webcache.googleusercontent.com/search?q=cache:<id>:<address> <words> */
function cachedPage({ hostname, searchParams }: URL): string | null {
  if (hostname !== "webcache.googleusercontent.com") return null
  return /^cache:(?:[\w-]+:(?!\/\/))?(\S+)/.exec(searchParams.get("q") ?? "")?.[1] ?? null
}

/** r.search.yahoo.com/RU=<escaped address>/RK=2 */
function yahooResult({ hostname, pathname }: URL): string | null {
  const escaped = hostname === "r.search.yahoo.com" ? /\/RU=([^/]+)/.exec(pathname)?.[1] : undefined
  return escaped ? new URLSearchParams(`address=${escaped.replaceAll("+", "%2B")}`).get("address") : null
}

/** <host>.translate.goog: in the host, a period is a hyphen and a hyphen is two. */
function translatedPage({ hostname, pathname, search }: URL): string | null {
  const [, label = ""] = /^([^.]+)\.translate\.goog$/.exec(hostname) ?? []
  const host = label.replaceAll(/--|-/g, (hyphens) => (hyphens === "--" ? "-" : "."))
  return label.includes("-") ? `https://${host}${pathname}${search}` : null
}
