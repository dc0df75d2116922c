/** Finds the address of a page that an archive, translator, cache or search engine shows under its own host. */

/** Returns the address of the page that `url` wraps, or null. The address can be any text. */
export const wrappedPage = (url: URL): string | null =>
  waybackPage(url) ?? archiveTodayPage(url) ?? translatedPage(url) ?? cachedPage(url) ?? yahooResult(url)

/** web.archive.org/web/<time>/<address> */
function waybackPage({ hostname, pathname, search }: URL): string | null {
  const match = hostname === "web.archive.org" && /^\/web\/[\d*]+(?:[a-z]{2}_)?\/(.+)$/.exec(pathname)
  return match ? match[1] + search : null
}

/** archive.ph/<time>/<address> and archive.ph/<address> */
function archiveTodayPage({ hostname, pathname, search }: URL): string | null {
  if (!/^archive\.(?:fo|is|li|md|ph|today|vn)$/.test(hostname)) return null
  const address = pathname.replace(/^\/(?:(?:newest|oldest|[\d.-]+)\/)?/, "")
  return /^https?:\/\/./.test(address) ? address + search : null
}

/** webcache.googleusercontent.com/search?q=cache:<id>:<address> <words>. The id may be missing. */
function cachedPage({ hostname, searchParams }: URL): string | null {
  const query = searchParams.get("q") ?? ""
  if (hostname !== "webcache.googleusercontent.com" || !query.startsWith("cache:")) return null
  const [page = ""] = query.slice("cache:".length).split(/\s/, 1)
  // In "cache:https://mag.example", https is no id.
  return page.replace(/^[\w-]+:(?!\/\/)/, "") || null
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
