/** Finds names in folded text: the longest first, with letters and digits as word edges, plural and possessive allowed. */
import { isCommonWord } from "./common-words"
import { type FoldedText, foldName } from "./folded-text"

export type Alias = {
  /** The name as written by a person. */
  alias: string
  /** Whose name it is; null: a text that must not match (a negative alias), which only keeps others from matching inside it. */
  brandId: string | null
}

/** Where a name stands in the original text. */
export type Hit = { brandId: string; alias: string; from: number; to: number }

/** A function that finds every alias in a folded text, left to right, without overlaps. The first of equal aliases wins. */
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
    // Names are at least one character long and the longer ones come first, so an overlap covers the first or the last character.
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

/** Of three characters in a row. A text that lacks one of a name's has not the name, which is told sooner than by looking for each. */
const tripleAt = (text: string, i: number) =>
  ((text.charCodeAt(i) << 10) ^ (text.charCodeAt(i + 1) << 5) ^ text.charCodeAt(i + 2)) & (triplesN - 1)
const triplesN = 1 << 14

/** Where `name` stands as a word of its own, or glued to the end of another when it is too telling to be a part of that. */
function* placesOf(name: string, isTelling: boolean, { text, glued }: FoldedText) {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const begins = !isWordCharacter(characterBefore(text, at)) || (isTelling && glued.has(at))
    if (begins && endsWord(text, at + name.length)) yield at
  }
}

/** A possessive needs nothing: its apostrophe is an edge already. */
const endsWord = (text: string, at: number) =>
  ["", "s", "es"].some(
    (plural) => text.startsWith(plural, at) && !isWordCharacter(text.codePointAt(at + plural.length)),
  )

function characterBefore(text: string, at: number): number | undefined {
  const unit = text.charCodeAt(at - 1)
  return unit >= 0xdc00 && unit <= 0xdfff ? text.codePointAt(at - 2) : unit
}

/** Letters, digits and marks, except of scripts that put no space between words: beside those a name may stand at once. */
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
