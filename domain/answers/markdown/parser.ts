/**
 * Parses the Markdown of answers and of reports with markdown-it, and records the offsets of each token in the text.
 */
import MarkdownIt, { type StateInline, type Token } from "markdown-it"
import { addressEndAt } from "./answer-syntax"

/** `[from, to)` in UTF-16 code units of the parsed line. */
type Range = { from: number; to: number }

export const markdown = new MarkdownIt({ html: false, linkify: false, maxNesting: 100 })

// Engines indent with four spaces and underline with dashes without intending code blocks or headings.
markdown.block.ruler.disable(["code", "lheading", "html_block"])
markdown.core.ruler.enableOnly(["block"])
markdown.inline.ruler.disable(["newline", "linkify", "autolink", "html_inline"])
// Joining text tokens would lose the offsets of all but one.
markdown.inline.ruler2.disable("fragments_join")
markdown.inline.ruler.after("text", "bare_address", readBareAddress)
markdown.inline.tokenize = tokenizeWithRanges
// The caller decides which URLs become links.
markdown.validateLink = () => true
markdown.normalizeLink = (url) => url

/** The offsets of a token's text. Undefined for tokens without text. */
export const rangeOf = (token: Token): Range | undefined => token.meta?.["range"] as Range | undefined

/** A copy of markdown-it's `tokenize` loop that also records the offsets of every token with text. */
function tokenizeWithRanges(state: StateInline) {
  const rules = markdown.inline.ruler.getRules("")
  const end = state.posMax
  let pendingFrom = state.pos
  while (state.pos < end) {
    const from = state.pos
    if (state.pending === "") pendingFrom = from
    const before = state.tokens.length
    const isDeep = state.level >= markdown.options.maxNesting
    if (isDeep || !rules.some((rule) => rule(state, false))) state.pending += state.src[state.pos++]
    else recordRanges(state.tokens.slice(before), pendingFrom, { from, to: state.pos })
  }
  if (state.pending) setRange(state.pushPending(), pendingFrom)
}

/**
 * Records the offsets of `tokens`. `read` is the range that the rule consumed. Pending text from `pendingFrom` on was
 * pushed first.
 */
function recordRanges(tokens: Token[], pendingFrom: number, read: Range) {
  let at = read.from
  for (const [i, token] of tokens.entries()) {
    if (rangeOf(token)) continue
    const { type, content, markup } = token
    if (i === 0 && type === "text" && pendingFrom < read.from) setRange(token, pendingFrom)
    else if (type === "text") {
      setRange(token, at)
      at += content.length
    } else if (type === "text_special")
      setRange(token, read.from + (token.info === "escape" ? markup.length - content.length : 0), read.to)
    else if (type === "code_inline") setRange(token, read.from + markup.length, read.to - markup.length)
    else if (type === "image") setRange(token, read.from + "![".length)
  }
}

function setRange(token: Token, from: number, to = from + token.content.length) {
  token.meta = { range: { from, to } }
}

/** Punctuation and asterisks after a URL belong to the sentence, for example in "**https://example.com**, and". */
const punctuation = ".,;:!?*"

/** Inline rule for a bare URL in the text. Its scheme is already in the pending text. */
function readBareAddress(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax, pending } = state
  if (silent || state.linkLevel > 0 || !src.startsWith("://", pos)) return false
  const scheme = ["https", "http"].find((name) => pending.endsWith(name))
  if (!scheme) return false
  const start = pos + "://".length
  let to = Math.min(addressEndAt(src, start), posMax)
  while (to > start && punctuation.includes(src.charAt(to - 1))) to--
  if (to <= start) return false
  const from = pos - scheme.length
  state.pending = pending.slice(0, -scheme.length)
  const opening = state.push("link_open", "a", 1)
  const text = state.push("text", "", 0)
  text.content = src.slice(from, to)
  // Decodes character references, as markdown-it does for the URL of a Markdown link.
  opening.attrs = [["href", markdown.utils.unescapeAll(text.content)]]
  setRange(text, from)
  state.push("link_close", "a", -1)
  state.pos = to
  return true
}
