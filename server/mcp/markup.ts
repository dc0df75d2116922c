/**
 * Removes HTML and Markdown markup from text of third parties, in linear time. Links and images are replaced by their
 * text. Remaining characters that could still be parsed as a tag, a link or a script URL are separated.
 */
import "server-only"

/** Removing one piece of markup can uncover another, as in `<<b>script>`, so the steps repeat. */
const maxRounds = 5

export function withoutMarkup(text: string): string {
  // Most texts are plain names without these characters, which all markup contains.
  if (!/[<\]:]/.test(text)) return text
  let cleaned = text
  for (let round = 0; round < maxRounds; round++) {
    const before = cleaned
    for (const pattern of markupPatterns) cleaned = cleaned.replace(pattern, "")
    cleaned = withoutLinks(cleaned)
    if (cleaned === before) break
  }
  return separateMarkup(cleaned)
}

/** HTML comments, HTML tags, definitions of Markdown references, and data URIs. */
const markupPatterns = [
  /<!--[\s\S]*?(-->|$)/g,
  /<[a-z/!?][^<>]*>/gi,
  /^[ \t]*\[[^[\]\n]+\]:[ \t]*\S+.*$/gm,
  /\bdata:[a-z0-9.+-]+\/[a-z0-9.+-]+[;,]\S*/gi,
]

/** Removes the targets of Markdown links and images, and the brackets around their text. */
function withoutLinks(text: string): string {
  const ends = closingBrackets(text)
  const output: string[] = []
  /** The indexes in `output` of the opening brackets that are not closed yet. */
  const openBrackets: number[] = []
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (character === "[") openBrackets.push(output.length)
    const start = character === "]" ? openBrackets.pop() : undefined
    const end = start === undefined ? undefined : targetEnd(text, index + 1, ends)
    if (start === undefined || end === undefined) {
      output.push(character)
      continue
    }
    // Of `![text](address)`, only the text stays in the output.
    output[start] = ""
    if (output[start - 1] === "!") output[start - 1] = ""
    index = end
  }
  return output.join("")
}

/** The index at which the target after `]` ends: `(address)` or `[reference]`. Undefined if no target starts there. */
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

/** The index of each opening bracket or parenthesis, with that of the closing one. A backslash escapes them. */
function closingBrackets(text: string): Map<number, number> {
  const ends = new Map<number, number>()
  /** The indexes of those that are not closed yet, by the character that closes them. */
  const open: Record<string, number[]> = { ")": [], "]": [] }
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (character === "\\") index++
    else if (character === "(") open[")"]?.push(index)
    else if (character === "[") open["]"]?.push(index)
    else {
      const start = open[character]?.pop()
      if (start !== undefined) ends.set(start, index)
    }
  }
  return ends
}

/** Removes `<` before tags, the colon after script schemes, and separates brackets that could form a link. */
const separateMarkup = (text: string) =>
  text
    .replace(/<+/g, (run, index: number) => (/[a-z/!?]/i.test(text.charAt(index + run.length)) ? "" : run))
    .replace(/(javascript|vbscript|data(?=:[a-z0-9.+-]{1,60}\/)):/gi, "$1 ")
    .replaceAll("](", "] (")
    .replaceAll("]:", "] :")
