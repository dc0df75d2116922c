/**
 * Recognizes titles, such as headings and link texts, in which most words have a capital: "How to Close More Deals".
 */

/** True if the words around a name form a title. A single capital at its start is a sentence, as in "Use Notion". */
export function isInTitle(before: string, name: string, after: string): boolean {
  const start = lastSegment(before)
  const words = wordsOf(`${start}${name}${after.split(segmentEnd, 1)[0]}`)
  if (words.some((word) => /^\p{Lo}/u.test(word) || (/^\p{Ll}/u.test(word) && !functionWords.has(word)))) return false
  const at = wordsOf(start).length
  return words.some((word, i) => i > 0 && i !== at && /^\p{Lu}/u.test(word))
}

/** The last word before a name in its segment. Only spaces and a comma may stand between them. */
export function lastWord(before: string): string | undefined {
  const segment = lastSegment(before)
  const trimmed = segment.trimEnd()
  if (trimmed === segment) return undefined
  return /[\p{L}\p{N}'’&-]{1,60}$/u.exec(trimmed.replace(/,$/, ""))?.[0]
}

/** True if a name is the first word of its segment. */
export const startsSegment = (before: string) => wordsOf(lastSegment(before)).length === 0

/**
 * The end of a sentence, line, link, table cell or quotation, or a mark of bold text. Some engines write a no-break
 * space instead of a line break.
 */
const segmentEnd = /[.!?:;](?=\s)|[\n\u00a0[\]|"“”]|\*\*|__/gu

const lastSegment = (before: string) => before.slice(lastSegmentStart(before))

function lastSegmentStart(before: string): number {
  let start = 0
  for (const match of before.matchAll(segmentEnd)) start = match.index + match[0].length
  return start
}

const wordsOf = (segment: string) => segment.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? []

/** Words without a capital in titles. */
const functionWords = new Set(
  "a an and as at but by for from if in into nor of off on onto or over per than the to up upon via vs with without".split(
    " ",
  ),
)
