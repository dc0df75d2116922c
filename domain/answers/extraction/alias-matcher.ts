/**
 * Finds brand names in normalized text. Longer names match first, and plural and possessive endings are allowed.
 * word-boundaries.ts decides where a name may start and end.
 */
import { withoutTrailing } from "@/domain/kernel/without-trailing"
import { followsPrice, type NormalizedText, normalizeName } from "./normalized-text"
import { endingAt, startsWord } from "./word-boundaries"

export type Alias = {
  /** The name as a person wrote it. */
  alias: string
  /**
   * Brand of the name. Null for a negative alias: it produces no hit, but blocks other names from matching inside it.
   */
  brandId: string | null
  /** True if the name could be an everyday word, which is often the end of a longer word. */
  isEverydayWord: boolean
}

/** Position of a name in the original text, without its plural ending. */
export type Hit = { brandId: string; alias: string; from: number; to: number; plural: "" | "s" | "es" }

/**
 * Returns a function that finds every alias in a normalized text, left to right, without overlaps. The first of equal
 * aliases wins.
 */
export function aliasMatcher(aliases: readonly Alias[]): (normalized: NormalizedText) => Hit[] {
  const longestFirst = searchedNames(aliases)
  return (normalized) =>
    matchesIn(normalized, longestFirst)
      .sort((a, b) => a.from - b.from)
      .flatMap(({ from, to, plural, alias: { alias, brandId } }): Hit[] => {
        if (brandId === null) return []
        const { origins } = normalized
        return [{ brandId, alias, from: origins[from] as number, to: origins[to] as number, plural }]
      })
}

/** One spelling of an alias. */
type SearchedName = {
  name: string
  alias: Alias
  /** True if the name is also found at the end of a longer word. */
  isDistinctive: boolean
  trigrams: number[]
}

/** Returns every spelling of the aliases, the longest first. */
function searchedNames(aliases: readonly Alias[]): SearchedName[] {
  const byName = new Map<string, Alias>()
  for (const alias of aliases) {
    for (const name of spellings(normalizeName(alias.alias))) if (!byName.has(name)) byName.set(name, alias)
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
type Match = { from: number; to: number; plural: Hit["plural"]; alias: Alias }

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
