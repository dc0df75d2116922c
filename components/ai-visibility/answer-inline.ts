/** A line of an answer as what is read of it: its words with their places in the text, without the marks of Markdown. */

import { readable } from "./readable"

/** A stretch of the text, `[from, to)` in UTF-16 code units, and how it is written. */
export type Piece = { from: number; to: number; isStrong: boolean; isCode: boolean; href: string | null }

type Look = Omit<Piece, "from" | "to">

/** Bounded, so that no answer takes long to read: escape, code, image or link with an address, link to a list below, bare address, strong, emphasis, citation mark. */
const marks = new RegExp(
  [
    /\\(?<escaped>[!-/:-@[-`{-~])/,
    /`(?<code>[^`\n]{1,400})`/,
    /!?\[(?<anchor>[^\]\n]{0,400})\]\((?<target>(?:[^()\s]|\([^()\s]*\))*)(?:[ \t]+"[^"\n]*")?\)/,
    /\[(?<referring>[^\]\n]{1,400})\]\[[^\]\n]{0,400}\]/,
    /(?<bare>https?:\/\/[^\s<>"'`)\]}]+)/,
    /\*\*(?<strong>[^\n]{1,800}?)\*\*/,
    /__(?<underlined>[^\n]{1,800}?)__/,
    /(?<![\p{L}\p{N}*])\*(?<emphasis>[^\s*](?:[^*\n]{0,800}[^\s*])?)\*(?![\p{L}\p{N}*])/u,
    /(?<hidden>【[^】\n]{0,200}】)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "dgu",
)

export function piecesOf(text: string, from: number, to: number, look: Look = plain): Piece[] {
  const pieces: Piece[] = []
  const line = text.slice(from, to)
  const put = (start: number, end: number, as: Look = look) => {
    if (start < end) pieces.push({ from: from + start, to: from + end, ...as })
  }
  let at = 0
  for (const match of line.matchAll(marks)) {
    put(at, match.index)
    at = match.index + match[0].length
    const [name, [start, end]] = groupOf(match)
    if (name === "escaped") put(start, end)
    else if (name === "code") put(start, end, { ...look, isCode: true })
    else if (name === "bare") put(start, end, { ...look, href: safeAddress(match[0]) })
    else if (name !== "hidden") pieces.push(...piecesOf(text, from + start, from + end, lookOf(name, match, look)))
  }
  put(at, line.length)
  return pieces
}

const plain: Look = { isStrong: false, isCode: false, href: null }

function lookOf(name: string, match: RegExpExecArray, look: Look): Look {
  if (name === "anchor") return { ...look, href: safeAddress(match.groups?.target ?? "") }
  return name === "strong" || name === "underlined" ? { ...look, isStrong: true } : look
}

function groupOf({ indices }: RegExpExecArray): [name: string, place: [number, number]] {
  const found = Object.entries(indices?.groups ?? {}).find(([name, place]) => place && name !== "target")
  return found as [string, [number, number]]
}

/** An engine may write any address; only pages of the web are linked to. */
function safeAddress(written: string): string | null {
  const address = readable(written)
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : null
}
