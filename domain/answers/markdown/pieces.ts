/** Splits a line of Markdown text into pieces of visible text with their offsets, without Markdown syntax. */
import { citationMark } from "./answer-syntax"
import { markdown, rangeOf } from "./parser"

/** A range of the text, `[from, to)` in UTF-16 code units, and its formatting. */
export type Piece = { from: number; to: number; isStrong: boolean; isCode: boolean; href: string | null }

/** `env` holds the link definitions of the whole text. */
export function piecesOf(text: string, from: number, to: number, env: Record<string, unknown> = {}): Piece[] {
  const tokens: Parameters<typeof markdown.inline.parse>[3] = []
  markdown.inline.parse(text.slice(from, to), markdown, env, tokens)
  const pieces: Piece[] = []
  let strongDepth = 0
  let href: string | null = null
  for (const token of tokens) {
    if (token.type === "strong_open") strongDepth++
    else if (token.type === "strong_close") strongDepth--
    else if (token.type === "link_open") href = safeAddress(String(token.attrGet("href") ?? ""))
    else if (token.type === "link_close") href = null
    const range = rangeOf(token)
    if (!range || token.content === "") continue
    const address = token.type === "image" ? safeAddress(String(token.attrGet("src") ?? "")) : href
    const formatting = { isStrong: strongDepth > 0, isCode: token.type === "code_inline", href: address }
    append(pieces, { from: from + range.from, to: from + range.to, ...formatting })
  }
  return pieces.flatMap((piece) => (piece.isCode ? [piece] : withoutCitationMarks(text, piece)))
}

/** Appends a piece. Merges it with the last one if they are adjacent and have the same formatting. */
function append(pieces: Piece[], next: Piece) {
  const last = pieces.at(-1)
  const canMerge =
    last?.to === next.from && last.isStrong === next.isStrong && last.href === next.href && !last.isCode && !next.isCode
  if (canMerge) last.to = next.to
  else pieces.push(next)
}

function withoutCitationMarks(text: string, piece: Piece): Piece[] {
  const parts: Piece[] = []
  let at = piece.from
  for (const { index, 0: mark } of text.slice(piece.from, piece.to).matchAll(citationMark)) {
    parts.push({ ...piece, from: at, to: piece.from + index })
    at = piece.from + index + mark.length
  }
  return [...parts, { ...piece, from: at }].filter((part) => part.from < part.to)
}

/** Returns the URL if it is http or https, else null. Engines may write any URL, including `javascript:`. */
const safeAddress = (href: string): string | null => (/^https?:\/\//i.test(href) && URL.canParse(href) ? href : null)
