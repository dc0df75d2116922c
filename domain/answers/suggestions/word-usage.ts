/** Counts how a project's answers use words, to decide which are names and where a name ends. */
import type { AnswerWords } from "./capitalized-runs"

/** Maximum number of words in a brand name, connecting words included. */
const maxWordsPerName = 3
/** A word belongs to a name if at least this share of the name's occurrences is followed by it. */
const minFollowedShare = 0.9

export class WordUsage {
  /** Number of occurrences of each word in lower case. */
  readonly #lowercase = new Map<string, number>()
  /** Number of runs inside a sentence that start with each word. */
  readonly #inProse = new Map<string, number>()
  /** First words of runs. */
  readonly #firstWords = new Set<string>()
  /** Leading words of runs -> next word ("" at the end of the run) -> number of occurrences. */
  readonly #nextWords = new Map<string, Map<string, number>>()

  add({ runs, lowercase }: AnswerWords) {
    for (const word of lowercase) increase(this.#lowercase, word)
    for (const { words: runWords, isInProse } of runs) {
      const words = withoutArticle(runWords)
      this.#firstWords.add(normalizeWord(words[0]))
      if (isInProse) increase(this.#inProse, normalizeWord(words[0]))
      for (let length = 1; length <= Math.min(words.length, maxWordsPerName); length++) {
        const prefix = keyOf(words, length)
        const nextWords = this.#nextWords.get(prefix) ?? new Map<string, number>()
        increase(nextWords, normalizeWord(words[length]))
        this.#nextWords.set(prefix, nextWords)
      }
    }
  }

  /** How often a run of capitalized words inside a sentence starts with `word`. Only names are capitalized there. */
  countInProse(word: string) {
    return this.#inProse.get(normalizeWord(word)) ?? 0
  }

  /** True for common words: they appear in lower case at least half as often as `countInProse`. */
  isEveryday(word: string) {
    const inLowercase = this.#lowercase.get(normalizeWord(word)) ?? 0
    return inLowercase > 0 && inLowercase >= this.countInProse(word) / 2
  }

  /**
   * Returns how many of the first words form the brand's name if no site confirms it: one, or more if they always
   * appear together.
   */
  brandLength(words: readonly string[]): number {
    let length = 1
    while (length < maxWordsPerName) {
      const next = words[length]
      if (next === undefined) break
      if (isConnector(next)) length += 2
      else if (this.#isAlwaysFollowed(words, length)) length++
      else break
    }
    return Math.min(length, words.length)
  }

  /**
   * True if no run ends after the first `length` words, and at least 90% of the runs continue with the next one, which
   * is no word of its own.
   */
  #isAlwaysFollowed(words: readonly string[], length: number) {
    const next = words[length] as string
    const isOwnWord = isStopWord(next) || this.isEveryday(next) || this.#firstWords.has(normalizeWord(next))
    if (isOwnWord || /\d/.test(next)) return false
    const counts = this.#nextWords.get(keyOf(words, length)) ?? new Map<string, number>()
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    return !counts.has("") && (counts.get(normalizeWord(next)) ?? 0) >= minFollowedShare * total
  }
}

export const isConnector = (word: string) => word === "&" || word === "of"
export const withoutArticle = (words: string[]) => (/^(?:The|An?)$/.test(words[0] ?? "") ? words.slice(1) : words)
export const normalizeWord = (word = "") => word.toLowerCase().replace(/['’]s$/, "")

const keyOf = (words: readonly string[], length: number) => words.slice(0, length).map(normalizeWord).join(" ")
const increase = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

/** Words that open entries or distinguish products of a brand, and are not brand names. */
export const isStopWord = (word: string) => stopWords.has(normalizeWord(word))

const stopWords = new Set(
  `a additional all also an and another any auto best bluetooth both budget but comparison cons consider considerations deluxe each edition
  features final fitness for french gen good great he here home honorable how i ideal if it key let lite many max mini model more most my
  note or other others our overall plus premier premium price pricing pro pros right runner-up series she some specs standard summary that
  the these they this those tip top type ultra value verdict we what when where which who why wi-fi wifi you your`.split(
    /\s+/,
  ),
)
