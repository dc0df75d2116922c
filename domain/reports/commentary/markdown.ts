/**
 * Checks Markdown that clients will read: no raw HTML, no images, and links only to allowed domains. A
 * report therefore cannot lead its readers to another site or load anything from one.
 */
import MarkdownIt, { type Token } from "markdown-it"
import { linksIn } from "@/domain/answers/markdown/blocks"
import { inAscii } from "@/domain/kernel/text"

/** Standard Markdown, as other renderers of the API's text read it. `html` and `linkify` find all HTML and links. */
const parser = new MarkdownIt({ html: true, linkify: true, maxNesting: 100 })
// "example.com" in a sentence stays text. Only complete URLs and email addresses are links.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
// By default the parser refuses links such as javascript:... and shows them as text. This check must find them.
parser.validateLink = () => true

/**
 * Returns an error message, or null when `text` is allowed. `domains`: the domains that links may lead to, subdomains
 * included. Reads the text twice: as standard Markdown, and as our own pages render it.
 */
export function findMarkdownError(text: string, domains: readonly string[]): string | null {
  for (const token of flattenTokens(parser.parse(text, {}))) {
    if (token.type === "html_block" || token.type === "html_inline")
      return "HTML is not allowed. Use Markdown, or write &lt; for the character <."
    if (token.type === "image") return "Images are not allowed. Remove the image."
    if (token.type === "link_open") {
      const error = linkError(String(token.attrGet("href") ?? ""), domains)
      if (error) return error
    }
  }
  for (const href of linksIn(text)) {
    const error = linkError(href, domains)
    if (error) return error
  }
  return null
}

const flattenTokens = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token) => [token, ...flattenTokens(token.children ?? [])])

function linkError(href: string, domains: readonly string[]): string | null {
  const url = URL.parse(href)
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:"
  const host = url?.hostname.toLowerCase().replace(/\.$/, "") ?? ""
  const hosts = domains.map(inAscii)
  if (isWeb && url.username === "" && hosts.some((domain) => host === domain || host.endsWith(`.${domain}`)))
    return null
  const shortHref = href.length > 100 ? `${href.slice(0, 100)}...` : href
  if (domains.length === 0) return `Links are not allowed here. Remove the link to ${shortHref}.`
  return `The link to ${shortHref} is not allowed. Links can only lead to the client's own domains: ${domains.join(", ")}.`
}
