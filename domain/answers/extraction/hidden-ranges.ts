/**
 * Finds the parts of an answer's Markdown that are not prose: link targets, reference lists, bare addresses, citation
 * marks and comments. Anchor text stays.
 */
import type { TextRange } from "./normalized-text"

/** Returns the hidden ranges of `text`, sorted and merged. */
export function hiddenRanges(text: string): TextRange[] {
  const found: TextRange[] = []
  for (const [required, pattern] of patterns) {
    if (!text.includes(required)) continue
    for (const match of text.matchAll(pattern)) found.push([match.index, match.index + match[0].length])
  }
  return merge([...found, ...comments(text)].sort((a, b) => a[0] - b[0]))
}

/** HTML comments. A pattern would search to the end of the text for each comment that is not closed. */
function* comments(text: string): Generator<TextRange> {
  for (let from = text.indexOf("<!--"); from >= 0; ) {
    const end = text.indexOf("-->", from + 4)
    if (end < 0) return
    yield [from, end + 3]
    from = text.indexOf("<!--", end + 3)
  }
}

/** Returns `text` without its hidden ranges. */
export function visibleText(text: string, from = 0, to = text.length, hidden = hiddenRanges(text)): string {
  let visible = ""
  let at = from
  for (const [start, end] of hidden) {
    if (end <= at) continue
    if (start >= to) break
    visible += text.slice(at, Math.max(at, start))
    at = Math.min(end, to)
  }
  return visible + text.slice(at, to)
}

/** `required` occurs in every match of the pattern. Searching for it first takes a hundredth of the time. */
const patterns: [required: string, pattern: RegExp][] = [
  ["]:", /^[ \t]{0,3}\[[^\]\n\r\u2028\u2029]+\]:[ \t]*\S.*$/gmu], // [1]: https://… "title"
  ["](", /\]\((?:[^()\s]|\([^()\s]*\))*(?:[ \t]+"[^"\n]*")?\)/gu], // [anchor](https://…)
  ["][", /\]\[[^\]\n]*\]/gu], // [anchor][1]
  ["<", /<https?:\/\/[^<>\s]*>/giu],
  ["", /(?:https?:\/\/|\bwww\.)[^\s<>"'`)\]}]+/giu],
  ["【", /【[^【】\n]*】/gu], // citation marks of some engines
]

function merge(sorted: TextRange[]): TextRange[] {
  const merged: [number, number][] = []
  for (const [from, to] of sorted) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}
