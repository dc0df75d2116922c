/**
 * Decides whether marks around an everyday word show that it is a name: bold text, quotes, links, table cells, list
 * items, and labels such as "Best overall:".
 */
import { companyDescription } from "./company-phrases"
import { isBasicWord } from "./everyday-words"
import { includesName, otherCells, otherItems } from "./named-items"
import { normalizeName } from "./normalized-text"
import { isAtStart, lineOf, nameTest, type Passage } from "./passage"
import { otherDay } from "./weekday-names"

/**
 * True for a name in bold, in quotes, as a link, in a table cell or on a line of its own, for a name at a start that a
 * dash, a colon or a parenthesis follows, and for a name behind a label such as "Best overall:".
 *
 * Schedules and the headers of tables are tested first, because their words have the same marks. The marks themselves
 * are then tested from the closest to the word outward.
 */
export function standsAlone(passage: Passage): boolean {
  const { before, after, kind } = passage
  if (kind === "calendar" && isInSchedule(before, after)) return false
  if (isInHeaderRow(before, after) && !otherCells(before, after).some(passage.isOtherBrand)) return false
  if (opening.test(before) && closing.test(after)) return isNameInMarks(passage)
  if (lineStart.test(lineOf(before)) && lineEnd.test(after)) return isNameOnLine(passage)
  if (isAtStart(before) && label.test(after)) return isNameBeforeLabel(passage, after.replace(/^(?:\*\*|__)/u, ""))
  return labelOfName.test(before) && lineEnd.test(after)
}

const opening = /(?:\*\*|__|\[|\||["“‘])[ \t]*$/u
const closing = /^(?:['’]s)?[ \t]*(?::?\*\*|:?__|\]|\||["”’])/u
const lineStart = /^[^\p{L}\p{N}]*(?:\d{1,3}[.)][^\p{L}\p{N}]*)?$/u
const lineEnd = /^(?:\*\*|__)?[ \t\r]*(?:\n|$)/u
const label = /^(?:\*\*|__)?[ \t]*(?::|–|—|-[ \t]|\()/u
/** "Best overall: Notion" names a product. "Location: Remote" does not. */
const labelOfName =
  /\b(?:app|bank|brand|choice|company|option|overall|pick|platform|provider|retailer|software|store|tool|up|vendor|winner)[:：](?:\*\*|__)?[ \t]+$/iu
const isListItem = (before: string) => /^[ \t]*(?:[-*+•][ \t]|\d{1,3}[.)])/u.test(lineOf(before))

/** True if the marks around a word show a name, and the text after them does not make it a part of a sentence. */
function isNameInMarks(passage: Passage): boolean {
  const { before, name, after, kind, isStarter } = passage
  const closingMark = closing.exec(after)?.[0] ?? ""
  const mark = closingMark.trim()
  const afterMark = after.slice(closingMark.length)
  if (mark.endsWith("|")) return isNameInCell(passage)
  if (mark.endsWith("]")) return name.length > 1
  // "The best day is **Monday**."
  if (kind === "calendar" && !lineStart.test(lineOf(before))) return false
  if (label.test(afterMark) || /:(?:\*\*|__)$/u.test(mark))
    return isNameBeforeLabel(passage, mark.startsWith(":") ? `:${afterMark}` : afterMark)
  if (lineEnd.test(afterMark)) return isNameOnLine(passage)
  const next = /^[ \t]+(\p{Ll}[\p{L}'’-]*)/u.exec(afterMark)?.[1]
  return next === undefined || afterName.has(next) || (!isStarter && /(?:s|ed)$/u.test(next))
}
/** Words that often follow a name in bold, and are not part of it as in "**Apple** pie". */
const afterName = new Set(
  "also and are as at but by can does for from has helps if in is lets makes may of offers on or that to vs was when where which while who will with works would".split(
    " ",
  ),
)

/**
 * A list item counts unless all other items are basic words, as in a list of fruit. A word that starts phrases needs a
 * name in the list, because the items can be steps: Negotiation, Proposal, Close.
 */
function isNameOnLine(passage: Passage): boolean {
  const { before, kind, isStarter } = passage
  const items = isListItem(before) ? itemsBeside(passage) : []
  if (items.length === 0 || isInNamedList(passage)) return true
  return kind !== "calendar" && !isStarter && !items.every((item) => isBasicWord(normalizeName(item)))
}

/** True in the header of a table: a line such as |---|---| follows. There, "Metric" and "Target" are column names. */
const isInHeaderRow = (before: string, after: string) =>
  lineOf(before).includes("|") && delimiterRow.test(after.split("\n", 2)[1] ?? "")
const delimiterRow = /^[ \t|]*:?-+:?[ \t]*(?:\||$)/

/** The first cell of a row counts, unless the word often starts phrases. Other cells need a name beside them. */
function isNameInCell(passage: Passage): boolean {
  const { before, after, name, isStarter, isOtherBrand } = passage
  if (name.length === 1) return false
  if (!isStarter && /^[ \t]*\|[ \t*_]*$/u.test(lineOf(before)) && /^[^\n|]*\|[ \t|]*[^\s|]/u.test(after)) return true
  return includesName(otherCells(before, after), nameTest(passage), isOtherBrand) || isInNamedList(passage)
}

/** True if a word before a colon, dash or parenthesis is a name. `rest` starts with that mark. */
function isNameBeforeLabel(passage: Passage, rest: string): boolean {
  const { before, kind, isStarter } = passage
  const description = /^[ \t]*(?::|–|—|-)[*_ \t]*(.*)/u.exec(rest)?.[1] ?? ""
  if (!/^[ \t]*:/u.test(rest)) return kind !== "calendar" || !/^\p{Lu}/u.test(description) || isInNamedList(passage)
  if (/^\d/u.test(description)) return false
  if (
    isHeading(before) ||
    isInNamedList(passage) ||
    companyDescription.test(` is ${description.replace(/^An?\b/u, "a")}`)
  )
    return true
  return !isStarter && (/^\p{Sc}/u.test(description) || (isNumbered(before) && /^\p{Ll}/u.test(description)))
}
const isHeading = (before: string) => /^#{1,6}[ \t]/u.test(lineOf(before))
const isNumbered = (before: string) => /^[ \t]*\d{1,3}[.)]/u.test(lineOf(before))

/** True if another item of the same list starts with a name. */
const isInNamedList = (passage: Passage) => includesName(itemsBeside(passage), nameTest(passage), passage.isOtherBrand)
const itemsBeside = ({ text, from, to }: Passage) =>
  otherItems(text.slice(Math.max(0, from - listContext), from), text.slice(to, to + listContext))
/** How much of a list before and after an item is examined, in UTF-16 code units. */
const listContext = 1_500

/** True for a weekday or month before a time, such as opening hours, or near another one. */
const isInSchedule = (before: string, after: string) =>
  timeOfDay.test(after) || otherDay.test(before) || otherDay.test(after)
/** A time or a date directly after the word: "9-17", "9:00", "12 May". A price, a rating such as 4.7 or a year is none. */
export const timeOfDay = /^[^\p{L}\p{N}\p{Sc}\n]*\d{1,2}(?:[:.]\d\d|(?![\d.,]))/u
