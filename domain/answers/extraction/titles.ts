/**
 * Recognizes titles, such as headings and link texts, in which most words have a capital: "How to Close More Deals".
 */

/**
 * A segment is the text between two of these marks: the end of a sentence, line, link, table cell or quotation, or a
 * mark of bold text. Some engines write a no-break space instead of a line break.
 */
const segmentEnd = /[.!?:;](?=\s)|[\n\u00a0[\]|"“”]|\*\*|__/gu

/**
 * True if the segment around a name is a title. A title has a capitalized word besides its first word and the name, so
 * "Use Notion" is a sentence.
 */
export function isInTitle(before: string, name: string, after: string): boolean {
  const start = lastSegment(before)
  const words = wordsOf(`${start}${name}${after.split(segmentEnd, 1)[0]}`)
  // `\p{Lo}`: letters without case, such as Chinese ones.
  if (words.some((word) => /^\p{Lo}/u.test(word) || (/^\p{Ll}/u.test(word) && !functionWords.has(word)))) return false
  const nameStart = wordsOf(start).length
  const nameEnd = nameStart + wordsOf(name).length
  return words.some((word, i) => i > 0 && (i < nameStart || i >= nameEnd) && /^\p{Lu}/u.test(word))
}

/** Returns the last word before a name in its segment. Undefined unless only spaces, or a comma and spaces, follow it. */
export function lastWord(before: string): string | undefined {
  const segment = lastSegment(before)
  const trimmed = segment.trimEnd()
  if (trimmed === segment) return undefined
  return /[\p{L}\p{N}'’&-]{1,60}$/u.exec(trimmed.replace(/,$/, ""))?.[0]
}

/** True if a name is the first word of its segment. */
export const startsSegment = (before: string) => wordsOf(lastSegment(before)).length === 0

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
