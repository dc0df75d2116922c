/**
 * Finds brand names in normalized text. Longer names match first, and plural and possessive endings are allowed.
 *
 * Letters and digits around a name make it part of another word, except where a script writes words without spaces, or
 * attaches particles and prefixes to names.
 */
import { withoutTrailing } from "@/domain/kernel/text"
import { followsPrice, type NormalizedText, normalizeName } from "./normalized-text"

export type BrandAlias = {
  /** The name as a person wrote it. */
  text: string
  /**
   * Brand of the name. Null for a negative alias: it produces no hit, but blocks other names from matching inside it.
   */
  brandId: string | null
  /** True if the name could be an everyday word, which is often the end of a longer word. */
  isEverydayWord: boolean
}

/** Position of a name in the original text, without its plural ending. `matchedAlias`: the text of its alias. */
export type Hit = { brandId: string; matchedAlias: string; from: number; to: number; plural: "" | "s" | "es" }

/**
 * Returns a function that finds every alias in a normalized text, left to right, without overlaps. The first of equal
 * aliases wins.
 */
export function aliasMatcher(aliases: readonly BrandAlias[]): (normalized: NormalizedText) => Hit[] {
  const longestFirst = searchedNames(aliases)
  return (normalized) =>
    matchesIn(normalized, longestFirst)
      .sort((a, b) => a.from - b.from)
      .flatMap(({ from, to, plural, alias }): Hit[] => {
        const { brandId, text: matchedAlias } = alias
        if (brandId === null) return []
        const { origins } = normalized
        return [{ brandId, matchedAlias, from: origins[from] as number, to: origins[to] as number, plural }]
      })
}

/** One spelling of an alias, normalized. */
type SearchedName = {
  name: string
  alias: BrandAlias
  /** True if the name is also found at the end of a longer word. */
  isDistinctive: boolean
  trigrams: number[]
}

/** Returns every spelling of the aliases, the longest first. */
function searchedNames(aliases: readonly BrandAlias[]): SearchedName[] {
  const byName = new Map<string, BrandAlias>()
  for (const alias of aliases) {
    for (const name of spellings(normalizeName(alias.text))) if (!byName.has(name)) byName.set(name, alias)
  }
  return [...byName]
    .sort(([a], [b]) => b.length - a.length)
    .map(([name, alias]) => ({
      name,
      alias,
      isDistinctive: name.length >= 4 && !alias.isEverydayWord,
      trigrams: Array.from({ length: Math.max(0, name.length - 2) }, (_, i) => trigramAt(name, i)),
    }))
}

/** Positions in the normalized text. */
type Match = { from: number; to: number; plural: Hit["plural"]; alias: BrandAlias }

function matchesIn(normalized: NormalizedText, longestFirst: readonly SearchedName[]): Match[] {
  const { text } = normalized
  const hasTrigram = new Uint8Array(trigramCount)
  for (let i = text.length - 3; i >= 0; i--) hasTrigram[trigramAt(text, i)] = 1
  const possible = longestFirst.filter(({ trigrams }) => trigrams.every((trigram) => hasTrigram[trigram] === 1))
  const matches: Match[] = []
  // Longer names are placed first, so a taken range that overlaps this name covers its first or last character.
  const isTaken = new Uint8Array(text.length)
  for (const { name, alias, isDistinctive } of possible)
    for (const { from, plural } of positionsOf(name, isDistinctive, normalized)) {
      const to = from + name.length
      if (isTaken[from] === 1 || isTaken[to - 1] === 1) continue
      isTaken.fill(1, from, to)
      matches.push({ from, to, plural, alias })
    }
  return matches
}

/**
 * Hash of three consecutive characters. A text that lacks any trigram of a name cannot contain it, which saves most
 * searches.
 */
const trigramAt = (text: string, i: number) =>
  ((text.charCodeAt(i) << 10) ^ (text.charCodeAt(i + 1) << 5) ^ text.charCodeAt(i + 2)) & (trigramCount - 1)
const trigramCount = 1 << 14

/**
 * The ways to write a normalized name: as given, without a final period or exclamation mark ("Yahoo!"), and without
 * apostrophes ("Macys"). A name is also found with an apostrophe before its final s.
 */
function spellings(name: string): string[] {
  const bare = withoutTrailing(withoutTrailing(name, "!"), ".")
  const possessive = /^[^']{4,}s$/u.test(bare) ? [`${bare.slice(0, -1)}'s`] : []
  return [...new Set([bare, bare.replaceAll("'", ""), ...possessive])].filter(Boolean)
}

/**
 * Yields the positions of `name` as a word, attached to a price, or attached to the end of another word (see
 * `joinedWordStarts`) if it is distinctive enough. A single letter after a price is a unit, as in "$299K".
 */
function* positionsOf(name: string, isDistinctive: boolean, { text, joinedWordStarts }: NormalizedText) {
  for (let from = text.indexOf(name); from >= 0; from = text.indexOf(name, from + 1)) {
    const isJoined = (isDistinctive && joinedWordStarts.has(from)) || (name.length > 1 && followsPrice(text, from))
    if (!startsWord(text, from) && !isJoined) continue
    const plural = endingAt(text, from + name.length)
    if (plural !== null) yield { from, plural }
  }
}

/** True if a name can start at this position. */
function startsWord(text: string, at: number): boolean {
  const before = characterBefore(text, at)
  const first = text.codePointAt(at)
  return isBoundary(before, first) || hasPrefix(text, at, first)
}

/** The plural ending of a name that ends at this position: "", "s" or "es". Null if it is not the end of a word. */
function endingAt(text: string, at: number): "" | "s" | "es" | null {
  const last = characterBefore(text, at)
  const found = (["", "s", "es"] as const).find((plural) => {
    const after = at + plural.length
    return text.startsWith(plural, at) && isBoundary(text.codePointAt(after), plural ? letterS : last)
  })
  return found ?? (hasKoreanEnding(text, at, last) ? "" : null)
}

const letterS = 0x73

/** True if the character `outside` a name, next to its character `inside`, does not continue the word. */
function isBoundary(outside: number | undefined, inside: number | undefined): boolean {
  const outer = characterKindOf(outside)
  const inner = characterKindOf(inside)
  if (outer.isKatakana && inner.isKatakana) return false
  if (!outer.isWord || !inner.isWord) return true
  // Between two scripts, as in "Notion은", the word ends. Digits of a name belong to the Latin script.
  return outer.isLetter && (inner.isLetter ? outer.isLatin !== inner.isLatin : !outer.isLatin)
}

/** Korean particles that follow a noun without a space. */
const particle =
  "으로서|으로써|으로부터|로부터|에게서|이라고|이라는|이야말로|야말로|에서|에게|한테|께서|으로|이나|이랑|이며|이고|이라|라고|라는|보다|처럼|만큼|까지|부터|마다|조차|마저|하고|뿐만|뿐|밖에|대로|같이|커녕|은|는|이|가|을|를|의|에|와|과|도|로|만|나|랑|며|들"
/** Forms of the Korean verb "to be", which also follow a noun without a space. */
const copula =
  "입니다|입니까|이에요|이어요|예요|에요|이다|다|이라면|라면|이라도|라도|이라서|라서|이란|란|이든지|든지|이든|든|이지만|지만|이니까|니까|이면|이자|이거나|거나|이네|네|이죠|죠|이지|이야|야|이요|요|인데|인가|인지|인|(?:이었|였)(?:다|고|던|지만|으며|습니다|어요)"
const endings = new RegExp(`(?:(?:${particle}){1,2}(?:${copula})?|${copula})(?:요|도|는|은)?(?![\\p{L}\\p{N}])`, "uy")

function hasKoreanEnding(text: string, at: number, last: number | undefined): boolean {
  if (!isOfScript(hangul, last)) return false
  endings.lastIndex = at
  return endings.test(text)
}

/** Prefixes that Arabic and Hebrew write without a space: "and", "in", "for", "the" and the like. */
const arabicPrefix = /(?<![\p{L}\p{N}])[وف]?(?:[بكل]?ال|لل|[بكل]|س)?$/u
const hebrewPrefix = /(?<![\p{L}\p{N}])[והבכלמש]{1,3}$/u
const maxPrefixLength = 5

function hasPrefix(text: string, at: number, first: number | undefined): boolean {
  const before = () => text.slice(Math.max(0, at - maxPrefixLength), at)
  if (isOfScript(arabic, first)) return arabicPrefix.test(before())
  return isOfScript(hebrew, first) && hebrewPrefix.test(before())
}

function characterBefore(text: string, at: number): number | undefined {
  const unit = text.charCodeAt(at - 1)
  return unit >= 0xdc00 && unit <= 0xdfff ? text.codePointAt(at - 2) : unit
}

const hangul = /^\p{Script=Hangul}$/u
const arabic = /^\p{Script=Arabic}$/u
const hebrew = /^\p{Script=Hebrew}$/u
const isOfScript = (script: RegExp, codePoint: number | undefined) =>
  codePoint !== undefined && codePoint > 0x2ff && script.test(String.fromCodePoint(codePoint))

type CharacterKind = { isWord: boolean; isLetter: boolean; isLatin: boolean; isKatakana: boolean }
const noCharacter: CharacterKind = { isWord: false, isLetter: false, isLatin: false, isKatakana: false }

/** Letters, digits and marks, except in scripts without spaces between words: a name may directly follow those. */
const unspaced = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"].map((s) => `\\p{scx=${s}}`).join("")
const wordCharacter = new RegExp(`^[[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]$`, "v")
const characterKinds = new Map<number, CharacterKind>()

function characterKindOf(codePoint: number | undefined): CharacterKind {
  if (codePoint === undefined || Number.isNaN(codePoint)) return noCharacter
  let kind = characterKinds.get(codePoint)
  if (!kind) {
    const character = String.fromCodePoint(codePoint)
    kind = {
      isWord: wordCharacter.test(character),
      isLetter: /^[\p{L}\p{M}]$/u.test(character),
      isLatin: /^\p{Script=Latin}$/u.test(character),
      // A Katakana name cannot be part of a longer Katakana word: ライン is no name in オンライン.
      isKatakana: /^[\p{Script=Katakana}ー]$/u.test(character),
    }
    characterKinds.set(codePoint, kind)
  }
  return kind
}
