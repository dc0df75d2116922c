/** Finds the parts of an answer's Markdown that are not prose: link targets, reference lists and bare addresses. Anchor text stays. */
import type { TextRange } from "./normalized-text"

/** Returns the hidden ranges of `text`, sorted and merged. */
export function hiddenRanges(text: string): TextRange[] {
  const found: TextRange[] = []
  for (const [needs, pattern] of patterns) {
    if (!text.includes(needs)) continue
    for (const match of text.matchAll(pattern)) found.push([match.index, match.index + match[0].length])
  }
  return merge(found.sort((a, b) => a[0] - b[0]))
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

/** `needs` occurs in every match of the pattern. Searching for it first takes a hundredth of the time. */
const patterns: [needs: string, pattern: RegExp][] = [
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
