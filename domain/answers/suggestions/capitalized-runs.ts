/**
 * Splits an answer into runs of capitalized words that could be names, with the context of each, and all other words.
 */
import { visibleText } from "../extraction/hidden-ranges"

export type Run = {
  /** Includes "&" and "of" between names, as in Bank of America. */
  words: string[]
  /** True when it opens a heading, list item, table cell or bold text, or when a colon or a price follows. */
  startsEntry: boolean
  /** True inside a sentence, where only names are capitalized. */
  isInProse: boolean
}

export type AnswerWords = {
  runs: Run[]
  /** All words outside of runs, in lower case. */
  lowercase: string[]
}

export function splitWords(answer: string): AnswerWords {
  const text = withMarks(answer)
  const words: AnswerWords = { runs: [], lowercase: [] }
  let run: Run | undefined
  /** End of the previous word in `text`. */
  let end = 0
  let isAfterLowercase = false
  const endRun = () => {
    if (run && /^\s?[:$]/u.test(text.slice(end, end + 2))) run.startsEntry = true
    if (run?.startsEntry) run.isInProse = false
    run = undefined
  }
  for (const { index, 0: word } of text.matchAll(wordPattern)) {
    const between = text.slice(end, index)
    const isName = namePattern.test(word)
    const isNumber = !isName && numberPattern.test(word)
    const connector = run && connectors.get(between)
    if (run && connector && (isName || isNumber)) {
      run.words.push(...connector, word)
      isAfterLowercase = false
    } else if (isNumber && between.includes(entryMark)) {
      continue // a list number such as "1." before an entry does not end the run
    } else {
      endRun()
      if (isName) {
        const isInProse = isAfterLowercase && /^,? $/.test(between)
        run = { words: [word], startsEntry: between.includes(entryMark), isInProse }
        words.runs.push(run)
      } else if (!isNumber) words.lowercase.push(word.toLowerCase())
      isAfterLowercase = !isName && !isNumber
    }
    end = index + word.length
  }
  endRun()
  return words
}

const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[-'’&+][\p{L}\p{N}]+)*/gu
/** Matches Sony, hOmeLabs and 1MORE. */
const namePattern = /^(?:\p{Lu}|\p{Ll}\p{Lu}|\d+\p{Lu})/u
/** Matches 4100 and i7. */
const numberPattern = /^\p{Ll}?\d/u

/** Stands before the start of an entry: a heading, list item, table cell or bold text. */
const entryMark = "\u0001"
/** Stands for the word "of" before a capital, as in Bank of America. */
const ofMark = "\u0002"
/** The texts between two words that continue a run, with the words that they add to it. */
const connectors = new Map<string, string[]>([
  [" ", []],
  [" & ", ["&"]],
  [` ${ofMark} `, ["of"]],
])

/**
 * Returns the visible text with `entryMark` and `ofMark`. Answers are Markdown, or plain text whose lines and prices
 * have run together.
 */
const withMarks = (answer: string) =>
  visibleText(answer)
    .replace(/\\([\\`*_{}[\]()#+\-.!~$|])/g, "$1")
    .replace(/\*\*|__|\|/g, entryMark)
    .replace(/^[ \t]*(?:#{1,6}|[-*•+]|\d{1,2}[.)])[ \t]+/gmu, entryMark)
    .replace(/ of (?=\p{Lu})/gu, ` ${ofMark} `)
    .replace(/[™®©]/gu, "")
    .replace(/(\d)(?=\p{Lu}\p{Ll}{2})/gu, "$1\n")
