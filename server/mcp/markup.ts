/**
 * Removes markup from text of third parties, in linear time. Of links and images only their text stays. What could
 * still be read as a tag, a link or an address with code is broken apart.
 */
import "server-only"

/** Removing one piece of markup can uncover another, as in `<<b>script>`, so the steps repeat. */
const maxRounds = 5

export function withoutMarkup(text: string): string {
  // Most texts are plain names.
  if (!/[<\]:]/.test(text)) return text
  let cleaned = text
  for (let round = 0; round < maxRounds; round++) {
    const before = cleaned
    for (const pattern of removed) cleaned = cleaned.replace(pattern, "")
    cleaned = withoutLinks(cleaned)
    if (cleaned === before) break
  }
  return breakApart(cleaned)
}

/** HTML comments, HTML tags, definitions of Markdown references, and data URIs. */
const removed = [
  /<!--[\s\S]*?(-->|$)/g,
  /<[a-z/!?][^<>]*>/gi,
  /^[ \t]*\[[^[\]\n]+\]:[ \t]*\S+.*$/gm,
  /\bdata:[a-z0-9.+-]+\/[a-z0-9.+-]+[;,]\S*/gi,
]

/** Removes the targets of Markdown links and images, and the brackets around their text. */
function withoutLinks(text: string): string {
  const ends = closingBrackets(text)
  const kept: string[] = []
  /** The places in `kept` of the opening brackets that are not closed yet. */
  const open: number[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === "[") open.push(kept.length)
    const start = character === "]" ? open.pop() : undefined
    const end = character === "]" ? targetEnd(text, at + 1, ends) : undefined
    if (end === undefined || start === undefined) kept.push(character)
    else {
      kept[start] = ""
      if (kept[start - 1] === "!") kept[start - 1] = ""
    }
    at = end ?? at
  }
  return kept.join("")
}

/** Where the target after `]` ends: `(address)` or `[reference]`. Undefined if no target starts there. */
function targetEnd(text: string, start: number, ends: ReadonlyMap<number, number>): number | undefined {
  const bracket = text.charAt(start)
  if (bracket === "[") return ends.get(start)
  if (bracket !== "(") return undefined
  const end = ends.get(start)
  if (end !== undefined) return end
  // Without a closing parenthesis, the address ends at the next space.
  let last = start
  while (last + 1 < text.length && !/\s/.test(text.charAt(last + 1))) last++
  return last
}

/** The places of brackets and parentheses, with the place of the one that closes each. A backslash escapes them. */
function closingBrackets(text: string): Map<number, number> {
  const ends = new Map<number, number>()
  const open: Record<string, number[]> = { ")": [], "]": [] }
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === "\\") at++
    else if (character === "(") open[")"]?.push(at)
    else if (character === "[") open["]"]?.push(at)
    else {
      const start = open[character]?.pop()
      if (start !== undefined) ends.set(start, at)
    }
  }
  return ends
}

/** No step restores what an earlier step removed. */
const breakApart = (text: string) =>
  text
    .replace(/<+/g, (run, at: number) => (/[a-z/!?]/i.test(text.charAt(at + run.length)) ? "" : run))
    .replace(/(javascript|vbscript|data(?=:[a-z0-9.+-]{1,60}\/)):/gi, "$1 ")
    .replaceAll("](", "] (")
    .replaceAll("]:", "] :")
