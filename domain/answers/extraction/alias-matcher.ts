/**
 * Finds brand names in normalized text. Longer names match first, and plural and possessive endings are allowed.
 *
 * Letters and digits around a name make it part of another word, except where a script writes words without spaces, or
 * attaches particles and prefixes to names.
 */
import { isDistinctive, isGluedEnd, isGluedStart, type SearchedName } from "./glued-names"
import { spellings } from "./name-spellings"
import { type NormalizedText, normalizeName, originalRange } from "./normalized-text"
import { hasKoreanEnding, hasPrefix, startsCompound } from "./script-rules"

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
        return [{ brandId, matchedAlias, ...originalRange(normalized, from, to), plural }]
      })
}

type IndexedName = SearchedName & { alias: BrandAlias; trigrams: number[] }

/** Returns every spelling of the aliases, the longest first. A name wins over another spelling of an earlier name. */
function searchedNames(aliases: readonly BrandAlias[]): IndexedName[] {
  const spelled = aliases.map((alias) => spellings(normalizeName(alias.text)).map((name) => ({ name, alias })))
  const namesFirst = [...spelled.flatMap((names) => names.slice(0, 1)), ...spelled.flat()]
  const byName = new Map<string, BrandAlias>()
  for (const { name, alias } of namesFirst) if (!byName.has(name)) byName.set(name, alias)
  return [...byName]
    .sort(([a], [b]) => b.length - a.length)
    .map(([name, alias]) => ({
      name,
      alias,
      isDistinctive: isDistinctive(name, alias),
      trigrams: Array.from({ length: Math.max(0, name.length - 2) }, (_, i) => trigramAt(name, i)),
    }))
}

/** Positions in the normalized text. */
type Match = { from: number; to: number; plural: Hit["plural"]; alias: BrandAlias }

function matchesIn(normalized: NormalizedText, longestFirst: readonly IndexedName[]): Match[] {
  const { text } = normalized
  const hasTrigram = new Uint8Array(trigramCount)
  for (let i = text.length - 3; i >= 0; i--) hasTrigram[trigramAt(text, i)] = 1
  const possible = longestFirst.filter(({ trigrams }) => trigrams.every((trigram) => hasTrigram[trigram] === 1))
  const matches: Match[] = []
  // Longer names are placed first, so a taken range that overlaps this name covers its first or last character.
  const isTaken = new Uint8Array(text.length)
  for (const searched of possible)
    for (const { from, plural } of positionsOf(searched, normalized)) {
      const { name, alias } = searched
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
 * Yields the positions of a name: as a word, or attached to another word as in glued-names.ts. A single letter after a
 * price is a unit, as in "$299K".
 */
function* positionsOf(searched: SearchedName, normalized: NormalizedText) {
  const { name } = searched
  const { text } = normalized
  for (let from = text.indexOf(name); from >= 0; from = text.indexOf(name, from + 1)) {
    const to = from + name.length
    const isGlued = isGluedStart(searched, normalized, from, to)
    if (!isGlued && !startsWord(normalized, from)) continue
    const plural = endingAt(normalized, to)
    if (plural !== null) yield { from, plural }
    else if (isGluedEnd(searched, normalized, to, isGlued) || startsCompound(name, text, to))
      yield { from, plural: "" as const }
  }
}

/** True if a name can start at this position. */
function startsWord({ text, emphasisMarks }: NormalizedText, at: number): boolean {
  if (emphasisMarks.has(at)) return true
  const before = characterBefore(text, at)
  const first = text.codePointAt(at)
  return isBoundary(before, first) || hasPrefix(text, at, first)
}

/** The plural ending of a name that ends at this position: "", "s" or "es". Null if it is not the end of a word. */
function endingAt({ text, emphasisMarks }: NormalizedText, at: number): "" | "s" | "es" | null {
  const last = characterBefore(text, at)
  const ending = (["", "s", "es"] as const).find((plural) => {
    const after = at + plural.length
    if (!text.startsWith(plural, at)) return false
    return emphasisMarks.has(after) || isBoundary(text.codePointAt(after), plural ? letterS : last)
  })
  return ending ?? (hasKoreanEnding(text, at, last) ? "" : null)
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

function characterBefore(text: string, at: number): number | undefined {
  const unit = text.charCodeAt(at - 1)
  return unit >= 0xdc00 && unit <= 0xdfff ? text.codePointAt(at - 2) : unit
}

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
