/**
 * Finds brand names in normalized text. Longer names match first, letters and digits are word boundaries, and plural and
 * possessive endings are allowed.
 */
import { isCommonWord } from "./common-words"
import { type FoldedText, foldName } from "./folded-text"

export type Alias = {
  /** The name as a person wrote it. */
  alias: string
  /** Brand of the name. Null for a negative alias: it produces no hit, but blocks other names from matching inside it. */
  brandId: string | null
}

/** Position of a name in the original text. */
export type Hit = { brandId: string; alias: string; from: number; to: number }

/** Returns a function that finds every alias in a normalized text, left to right, without overlaps. The first of equal aliases wins. */
export function aliasMatcher(aliases: readonly Alias[]): (folded: FoldedText) => Hit[] {
  const byName = new Map<string, Alias>()
  for (const alias of aliases) {
    const name = foldName(alias.alias)
    if (name && !byName.has(name)) byName.set(name, alias)
  }
  const longestFirst = [...byName]
    .sort(([a], [b]) => b.length - a.length)
    .map(([name, alias]) => ({
      name,
      alias,
      isTelling: name.length >= 4 && !isCommonWord(name),
      triples: Array.from({ length: Math.max(0, name.length - 2) }, (_, i) => tripleAt(name, i)),
    }))
  return (folded) => {
    const { origins, text } = folded
    const has = new Uint8Array(triplesN)
    for (let i = text.length - 3; i >= 0; i--) has[tripleAt(text, i)] = 1
    const taken: { from: number; to: number; alias: Alias }[] = []
    // Longer names are placed first, so a taken stretch that overlaps this name covers its first or last character.
    const isTaken = new Uint8Array(text.length)
    const possible = longestFirst.filter(({ triples }) => triples.every((triple) => has[triple] === 1))
    for (const { name, alias, isTelling } of possible)
      for (const from of placesOf(name, isTelling, folded)) {
        const to = from + name.length
        if (isTaken[from] === 1 || isTaken[to - 1] === 1) continue
        isTaken.fill(1, from, to)
        taken.push({ from, to, alias })
      }
    return taken
      .sort((a, b) => a.from - b.from)
      .flatMap(({ from, to, alias: { alias, brandId } }) =>
        brandId === null ? [] : [{ brandId, alias, from: origins[from] as number, to: origins[to] as number }],
      )
  }
}

/** Hash of three consecutive characters. A text that lacks any triple of a name cannot contain it, which saves most searches. */
const tripleAt = (text: string, i: number) =>
  ((text.charCodeAt(i) << 10) ^ (text.charCodeAt(i + 1) << 5) ^ text.charCodeAt(i + 2)) & (triplesN - 1)
const triplesN = 1 << 14

/** Yields the positions of `name` as a word, or attached to the end of another word (see `glued`) if it is distinctive enough. */
function* placesOf(name: string, isTelling: boolean, { text, glued }: FoldedText) {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const begins = !isWordCharacter(characterBefore(text, at)) || (isTelling && glued.has(at))
    if (begins && endsWord(text, at + name.length)) yield at
  }
}

/** Allows plural endings. Possessives need no rule, because the apostrophe is a word boundary. */
const endsWord = (text: string, at: number) =>
  ["", "s", "es"].some(
    (plural) => text.startsWith(plural, at) && !isWordCharacter(text.codePointAt(at + plural.length)),
  )

function characterBefore(text: string, at: number): number | undefined {
  const unit = text.charCodeAt(at - 1)
  return unit >= 0xdc00 && unit <= 0xdfff ? text.codePointAt(at - 2) : unit
}

/** Letters, digits and marks, except in scripts without spaces between words: a name may directly follow those. */
const unspaced = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"].map((s) => `\\p{scx=${s}}`).join("")
const wordCharacter = new RegExp(`^[[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]$`, "v")
const known = new Map<number, boolean>()

function isWordCharacter(codePoint: number | undefined): boolean {
  if (codePoint === undefined || Number.isNaN(codePoint)) return false
  let is = known.get(codePoint)
  if (is === undefined) {
    is = wordCharacter.test(String.fromCodePoint(codePoint))
    known.set(codePoint, is)
  }
  return is
}
