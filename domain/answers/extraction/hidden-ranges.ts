/**
 * Finds the parts of an answer's Markdown that are not prose: link targets, reference lists, bare addresses, citation
 * marks, HTML attributes and comments. Anchor text stays.
 */
import { addressEndAt, citationMark } from "../markdown/answer-syntax"
import type { TextRange } from "./normalized-text"

/** Returns the hidden ranges of `text`, sorted and merged. */
export function hiddenRanges(text: string): TextRange[] {
  const ranges: TextRange[] = []
  for (const [required, pattern] of patterns) {
    if (!text.includes(required)) continue
    for (const match of text.matchAll(pattern)) ranges.push([match.index, match.index + match[0].length])
  }
  return merge(
    [...ranges, ...linkDefinitions(text), ...bareAddresses(text), ...comments(text)].sort((a, b) => a[0] - b[0]),
  )
}

/** [1]: https://… "title". Without an address, as in "[Note]: Bose is good", the line is prose. */
function* linkDefinitions(text: string): Generator<TextRange> {
  if (!text.includes("]:")) return
  for (const { index, 0: line } of text.matchAll(/^[ \t]{0,3}\[[^\]\n\r\u2028\u2029]+\]:[ \t]*\S.*$/gmu)) {
    const target = line.slice(line.indexOf("]:") + 2).trim()
    if (address.test(target) || hostWithTitle.test(target)) yield [index, index + line.length]
  }
}

const address = /^<?(?:(?:https?:)?\/\/|www\.|mailto:|[/#])\S/iu
/** example.com/page "title" */
const hostWithTitle = /^[\w-]+(?:\.[\w-]+)+(?:\/\S*)?(?:[ \t]+["'(].*)?$/u

function* bareAddresses(text: string): Generator<TextRange> {
  let end = 0
  for (const { index, 0: start } of text.matchAll(/https?:\/\/|\bwww\./giu)) {
    if (index < end) continue
    end = addressEndAt(text, index + start.length)
    if (end > index + start.length) yield [index, end]
  }
}

/**
 * HTML comments. One that is not closed ends with its line. A pattern would search to the end of the text for each of
 * those.
 */
function* comments(text: string): Generator<TextRange> {
  const lastEnd = text.lastIndexOf("-->")
  for (let from = text.indexOf("<!--"); from >= 0; ) {
    const isClosed = from + 4 <= lastEnd
    const end = isClosed ? text.indexOf("-->", from + 4) + 3 : text.indexOf("\n", from)
    yield [from, end < 0 ? text.length : end]
    if (end < 0) return
    from = text.indexOf("<!--", end)
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
  ["](", /\]\((?:[^()\s]|\([^()\s]*\))*(?:[ \t]+"[^"\n]*")?\)/gu], // [anchor](https://…)
  ["][", /\]\[[^\]\n]*\]/gu], // [anchor][1]
  ["<", /<https?:\/\/[^<>\s]*>/giu],
  ["<", /<[a-z][a-z\d-]*[ \t][^<>=\n]*=[^<>\n]*>/giu], // <a title="…">
  ["【", citationMark],
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
