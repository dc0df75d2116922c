/** Splits an answer into runs of capitalized words that could be names, with the context of each. */
import { visibleText } from "../extraction/hidden-ranges"

export type Run = {
  /** Includes "&" and "of" between names, as in Bank of America. */
  words: string[]
  /** True when it opens a heading, list item, table cell or bold text, or when a colon or a price follows. */
  isHead: boolean
  /** True inside a sentence, where only names are capitalized. */
  isInProse: boolean
}

export type Reading = {
  runs: Run[]
  /** All other words in lower case. */
  lowercase: string[]
}

export function readRuns(answer: string): Reading {
  const text = withMarks(answer)
  const reading: Reading = { runs: [], lowercase: [] }
  let run: Run | undefined
  let [end, isAfterLowercase] = [0, false]
  const close = () => {
    if (run && /^\s?[:$]/u.test(text.slice(end, end + 2))) run.isHead = true
    if (run?.isHead) run.isInProse = false
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
    } else if (isNumber && between.includes(mark)) {
      continue // a list number such as "1." before an entry does not end the run
    } else {
      close()
      if (isName) {
        run = { words: [word], isHead: between.includes(mark), isInProse: isAfterLowercase && /^,? $/.test(between) }
        reading.runs.push(run)
      } else if (!isNumber) reading.lowercase.push(word.toLowerCase())
      isAfterLowercase = !isName && !isNumber
    }
    end = index + word.length
  }
  close()
  return reading
}

const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[-'’&+][\p{L}\p{N}]+)*/gu
/** Matches Sony, hOmeLabs and 1MORE. */
const namePattern = /^(?:\p{Lu}|\p{Ll}\p{Lu}|\d+\p{Lu})/u
/** Matches 4100 and i7. */
const numberPattern = /^\p{Ll}?\d/u

const [mark, of] = ["\u0001", "\u0002"]
const connectors = new Map<string, string[]>([
  [" ", []],
  [" & ", ["&"]],
  [` ${of} `, ["of"]],
])

/** Marks the starts of entries. Answers are Markdown, or plain text whose lines and prices have run together. */
const withMarks = (answer: string) =>
  visibleText(answer)
    .replace(/\\([\\`*_{}[\]()#+\-.!~$|])/g, "$1")
    .replace(/\*\*|__|\|/g, mark)
    .replace(/^[ \t]*(?:#{1,6}|[-*•+]|\d{1,2}[.)])[ \t]+/gmu, mark)
    .replace(/ of (?=\p{Lu})/gu, ` ${of} `)
    .replace(/[™®©]/gu, "")
    .replace(/(\d)(?=\p{Lu}\p{Ll}{2})/gu, "$1\n")
