/** Recognizes the AMP version of a page by its URL and finds the URL of the page itself. */

/**
 * Returns the original of a page in an AMP cache or viewer: google.com/amp/s/<address> and
 * <host>.cdn.ampproject.org/c/s/<address>.
 */
export function ampTarget({ hostname, pathname, search }: URL): string | null {
  const prefix = ampPrefix(hostname)
  const address = prefix?.test(pathname) ? pathname.replace(prefix, "") : ""
  if (!/^[^/.]+\./.test(address)) return null
  const target = `https://${withUnescapedQuery(address)}`
  if (URL.parse(target) === null) return null
  return target + (target.includes("?") ? search.replace("?", "&") : search)
}

/** Matches what precedes the address of the original in the path of an AMP cache or viewer. Null for other hosts. */
function ampPrefix(hostname: string): RegExp | null {
  const isCache = /(?:^|\.)(?:ampproject\.org|bing-amp\.com)$/.test(hostname)
  if (isCache) return /^\/[a-z]{1,2}\/(?:s\/)?/
  const isViewer = /^(?:www\.)?(?:google\.[a-z.]+|bing\.com)$/.test(hostname)
  return isViewer ? /^\/amp\/(?:s\/)?/ : null
}

/** The query of an address in a path is escaped (`a%3Fb%3D1`), or only its question mark is (`a%3Fb=1`). */
function withUnescapedQuery(address: string): string {
  const start = address.search(/%3f/i)
  if (start === -1) return address
  const page = address.slice(0, start)
  const query = address.slice(start + "%3f".length)
  const unescaped = query.replaceAll(/%3d/gi, "=").replaceAll("%26", "&").replaceAll("%25", "%")
  return `${page}?${query.includes("=") ? query : unescaped}`
}

/**
 * Removes what marks the AMP version of a page. The rule is the same for direct addresses and for addresses from AMP
 * caches, so a page has one address. `/amp` can also be the subject of a page, such as /guitar/amp and
 * /amp/fender. It is a mark in these places:
 *
 * - after `/platform` at the start, as on Vox sites, and as `/google-amp`;
 * - before and after other segments on a news site, where no section is called amp;
 * - at the start on other sites, before a year, a long number or the name of an article;
 * - at the end, after a segment that is the name of a page (`isPageName`), or after a date.
 *
 * `.amp` at the end and before `.html` is always a mark. Applying the function twice changes nothing.
 */
export function withoutAmp(path: string, isNewsSite: boolean): string {
  const bare = withoutEndMarks(withoutStartMarks(path, isNewsSite), isNewsSite)
  return bare === path ? path : withoutAmp(bare, isNewsSite)
}

function withoutStartMarks(path: string, isNewsSite: boolean): string {
  const bare = path.replace(/^(?:\/platform\/amp|\/google-amp)+(?=\/)/i, "")
  if (isNewsSite) return bare.replaceAll(/\/amp(?=\/)/gi, "")
  const isArticle = hasFourWords(lastSegment(bare)) || /^(?:\/amp)+\/(?:\d{4}\/|\d{6,}$)/i.test(bare)
  return isArticle ? bare.replace(/^(?:\/amp)+(?=\/)/i, "") : bare
}

function withoutEndMarks(path: string, isNewsSite: boolean): string {
  const article = withoutEndings(path, ["/amp", ".amp"])
  const isArticle = isNewsSite || isPageName(lastSegment(article)) || /\/\d{4}\/\d{1,2}\//.test(article)
  const page = isArticle ? article : withoutEndings(path, [".amp"])
  return page.replace(/(?<=[^/])\.amp(?=\.html?$)/i, "")
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

const lastSegment = (path: string) => path.slice(path.lastIndexOf("/") + 1)

const hasFourWords = (name: string) => name.split("-").length > 3

/**
 * True for names of pages: names of several words, numbers, file names, and words of magazines. Other single words,
 * such as "products" and "wiki", are mostly collections, and `/amp` after them is an item.
 */
const isPageName = (name: string) =>
  hasFourWords(name) ||
  (/[-_\d]|\.(?:html?|php|aspx?|cms|ece)$/i.test(name) && !isCollection(name)) ||
  /^(?:article|best|blog|news|post|review|story)s?$/i.test(name)

/** Names of several words that are collections or languages: product-category, car-audio, what-is, en-us. */
const isCollection = (name: string) => /^(?:product-\w+|\w+-audio|what-is|[a-z]{2}-[a-z]{2})$/i.test(name)

/** Parameters that request the AMP version: `?amp`, `?amp=1`, `?outputType=amp`. */
export function isAmpParameter(name: string, value: string): boolean {
  if (/^_?amp$/i.test(name)) return /^(?:|1|true|yes)$/i.test(value)
  return /^(?:output|outputtype|format|view)$/i.test(name) && /^amp$/i.test(value)
}
