/** Finds names next to a word: in the same sentence, list or table row. They show that the word is a name, too. */

/** True for a word that is a name: a tracked brand, or a capitalized word that is no everyday word. */
export type IsName = (word: string) => boolean

const andNext = /^[ \t]{1,5}(?:and|or|&|vs\.?|versus)[ \t]{1,5}([\p{L}\p{N}][\p{L}\p{N}'’-]{0,60})/u
const previousAnd =
  /(?<![\p{L}\p{N}])([\p{L}\p{N}][\p{L}\p{N}'’-]{0,60}),?[ \t]{1,5}(?:and|or|&|vs\.?|versus)[ \t]{1,5}$/u
const previousComma = /(?<![\p{L}\p{N}])([\p{L}\p{N}][\p{L}\p{N}'’-]{0,60}),[ \t]{1,5}$/u
const nextInList = /^,[ \t]{1,5}([\p{L}\p{N}][\p{L}\p{N}'’-]{0,60})(?:,|[ \t]{1,5}(?:and|or|&|vs\.?|versus)[ \t]{1,5})/u

/** True for "Asana and Monday", "Monday vs Asana" and "Asana, Monday, and Trello". */
export function isInListOfNames(before: string, after: string, isAtStart: boolean, isName: IsName): boolean {
  const line = before.slice(-100)
  const neighbors = [
    andNext.exec(after)?.[1],
    previousAnd.exec(line)?.[1],
    after.startsWith(",") ? previousComma.exec(line)?.[1] : undefined,
    isAtStart ? undefined : nextInList.exec(after)?.[1],
  ]
  return neighbors.some((neighbor) => neighbor !== undefined && isName(neighbor))
}

/** The first word of a list item, table row or bold line. */
const itemStart = /^[ \t]*(?:[-*+•|]|\d{1,3}[.)]|__)[^\p{L}\p{N}]*([\p{L}\p{N}][\p{L}\p{N}'’-]*)/u

/** The first words of the other items in a list. `before` and `after` are the text around one item's name. */
export function otherItems(before: string, after: string): string[] {
  const lines = [...before.split("\n").slice(-maxLines - 1, -1), ...after.split("\n", maxLines + 1).slice(1)]
  return lines.flatMap((line) => itemStart.exec(line)?.[1] ?? [])
}
/** How many lines before and after an item are examined. */
const maxLines = 20

/** The first words of the other cells in the same table row. */
export function otherCells(before: string, after: string): string[] {
  const row = [before.slice(before.lastIndexOf("\n") + 1), after.split("\n", 1)[0] ?? ""]
  const cells = row.flatMap((part, i) => (i === 0 ? part.split("|").slice(0, -1) : part.split("|").slice(1)))
  return cells.flatMap((cell) => /[\p{L}\p{N}][\p{L}\p{N}'’-]*/u.exec(cell)?.[0] ?? [])
}

/** Endings of common nouns. Many of these nouns are not in our lists of words. */
const commonEnding = /(?:s|ed|ing|ion|ity|ment|ness|ship|ance|ence)$/u

/** True if one of these words is a name and looks neither like a common noun ("Demographics") nor like "KPI". */
export const includesName = (words: readonly string[], isName: IsName, isOtherBrand: IsName) =>
  [...new Set(words)].some(
    (item) => isOtherBrand(item) || (isName(item) && !commonEnding.test(item) && !/^\p{Lu}{1,3}$/u.test(item)),
  )
