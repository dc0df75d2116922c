/** Recognizes the AMP version of a page by its URL and finds the URL of the page itself. */

/**
 * Returns the original of a page in an AMP cache or viewer: google.com/amp/s/<address> and
 * <host>.cdn.ampproject.org/c/s/<address>. The address can contain its query with an escaped question mark.
 */
export function ampTarget({ hostname, pathname, search }: URL): string | null {
  const prefix = ampPrefix(hostname)
  const address = prefix?.test(pathname) ? pathname.replace(prefix, "") : ""
  if (!/^[^/.]+\./.test(address)) return null
  const target = `https://${address.replace(/%3f/i, "?")}`
  if (URL.parse(target) === null) return null
  return target + (target.includes("?") ? search.replace("?", "&") : search)
}

/** Matches what precedes the address of the original in the path of an AMP cache or viewer. Null for other hosts. */
function ampPrefix(hostname: string): RegExp | null {
  const isCache = /(?:^|\.)(?:ampproject\.org|bing-amp\.com)$/.test(hostname)
  if (isCache) return /^\/[a-z]{1,2}\/(?:s\/)?/
  const isViewer = /^(?:www\.)?google\.[a-z.]+$/.test(hostname)
  return isViewer ? /^\/amp\/(?:s\/)?/ : null
}

/**
 * Removes what marks the AMP version of a page. A page from an AMP cache is one, so every `/amp` goes. In other paths
 * `/amp` can be a word, such as /guitar/amp. There it goes only after the name of an article, before a year, and after
 * `/platform` as on Vox sites. Applying the function twice changes nothing.
 */
export function withoutAmp(path: string, isFromAmpCache: boolean): string {
  const bare = path
    .replace(/^(?:\/platform\/amp)+(?=\/)/i, "")
    .replace(isFromAmpCache ? /\/amp(?=\/|$)/gi : /^(?:\/amp)+(?=\/\d{4}\/)/i, "")
  const article = withoutEndings(bare, ["/amp", ".amp"])
  const isArticle = isArticleName(article.slice(article.lastIndexOf("/") + 1))
  const page = isArticle ? article : withoutEndings(bare, [".amp"])
  const [extension = ""] = /\.html?$/i.exec(page) ?? []
  return extension ? withoutEndings(page.slice(0, -extension.length), [".amp"]) + extension : page
}

/** Removes these endings, which have four characters, and slashes. */
function withoutEndings(path: string, endings: string[]): string {
  let end = path.length
  while (end > 0) {
    if (path[end - 1] === "/") end--
    else if (endings.includes(path.slice(end - 4, end).toLowerCase())) end -= 4
    else break
  }
  return path.slice(0, end)
}

/** Names of at least four words, and file names. Shop categories and products mostly have shorter names. */
const isArticleName = (name: string) => name.split("-").length > 3 || /\.(?:html?|php|aspx?|cms|ece)$/i.test(name)

/** Parameters that request the AMP version: `?amp`, `?amp=1`, `?outputType=amp`. */
export function isAmpParameter(name: string, value: string): boolean {
  if (/^amp$/i.test(name)) return /^(?:|1|true|yes)$/i.test(value)
  return /^(?:output|outputtype|format|view)$/i.test(name) && /^amp$/i.test(value)
}
