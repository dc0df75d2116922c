/**
 * Finds brand names in normalized text. Longer names match first, letters and digits are word boundaries, and plural and
 * possessive endings are allowed. Knows which brand names are also common words.
 */
import { type NormalizedText, normalizeName } from "./normalized-text"

export type Alias = {
  /** The name as a person wrote it. */
  alias: string
  /** Brand of the name. Null for a negative alias: it produces no hit, but blocks other names from matching inside it. */
  brandId: string | null
}

/** Position of a name in the original text. */
export type Hit = { brandId: string; alias: string; from: number; to: number }

/** Returns a function that finds every alias in a normalized text, left to right, without overlaps. The first of equal aliases wins. */
export function aliasMatcher(aliases: readonly Alias[]): (normalized: NormalizedText) => Hit[] {
  const byName = new Map<string, Alias>()
  for (const alias of aliases) {
    const name = normalizeName(alias.alias)
    if (name && !byName.has(name)) byName.set(name, alias)
  }
  const longestFirst = [...byName]
    .sort(([a], [b]) => b.length - a.length)
    .map(([name, alias]) => ({
      name,
      alias,
      isDistinctive: name.length >= 4 && !isCommonWord(name),
      trigrams: Array.from({ length: Math.max(0, name.length - 2) }, (_, i) => trigramAt(name, i)),
    }))
  return (normalized) => {
    const { origins, text } = normalized
    const has = new Uint8Array(trigramCount)
    for (let i = text.length - 3; i >= 0; i--) has[trigramAt(text, i)] = 1
    const taken: { from: number; to: number; alias: Alias }[] = []
    // Longer names are placed first, so a taken range that overlaps this name covers its first or last character.
    const isTaken = new Uint8Array(text.length)
    const possible = longestFirst.filter(({ trigrams }) => trigrams.every((trigram) => has[trigram] === 1))
    for (const { name, alias, isDistinctive } of possible)
      for (const from of positionsOf(name, isDistinctive, normalized)) {
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

/** Hash of three consecutive characters. A text that lacks any trigram of a name cannot contain it, which saves most searches. */
const trigramAt = (text: string, i: number) =>
  ((text.charCodeAt(i) << 10) ^ (text.charCodeAt(i + 1) << 5) ^ text.charCodeAt(i + 2)) & (trigramCount - 1)
const trigramCount = 1 << 14

/** Yields the positions of `name` as a word, or attached to the end of another word (see `joinedWordStarts`) if it is distinctive enough. */
function* positionsOf(name: string, isDistinctive: boolean, { text, joinedWordStarts }: NormalizedText) {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isWordStart = !isWordCharacter(characterBefore(text, at)) || (isDistinctive && joinedWordStarts.has(at))
    if (isWordStart && endsWord(text, at + name.length)) yield at
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

/**
 * True for normalized names that are also common words, and for one or two letters, which could be a unit or an abbreviation. They count
 * as a brand only when capitalized or near the brand's domain.
 */
export const isCommonWord = (normalizedName: string) =>
  words.has(normalizedName) || /^\p{L}{1,2}$/u.test(normalizedName)

const words = new Set(
  `away all apple amazon arrow axe aware bear bears beast beats bella best better bliss block blue bolt boost bounce box breeze bridge bright
  buffer burton canvas carbon casper chase chime circle citi clear close coach compass core cove craft crest cross curve dash dawn deck delta
  diesel discover dope dove drift eagle earth echo eight element elf ember envoy epic essential everlane fable fairy fender figs flair flex
  flow focus folio forest fossil frame freedom front gap general generic ghost giant glow gold grammarly grove guess gusto harvest harry haven
  helix hero hike hint home honest honey hopper hub ideal impact instant intercom jaguar jet joy keen keystone kind lace layer layla leap level
  lemonade life light linear lime link loom lucid luna magic make mango marvel match maze medium mercury meta method mint mode molten monday
  moon native nature nectar nest next notion nova nurture oak ocean office olive on oracle orange orbit origin oscar other outdoor oxygen pace
  patch patriot peak pearl pilot pioneer pitch planet plum polar post prime prince pulse pure purple quest quicken quip ramp range rapid razor
  real rebel red relay ring rise river roam robin rock rocket root rover sage sail salt scoop segment sense shark shell signal simple slack
  smart snap solo sonic spark spirit split spring sprout square stable staples star stitch strip stripe summit sun surface swell switch table
  tally target tide toast tower trail transit trek triangle tumble twist typhoon unity universal unknown upwork urban vanguard vertex vessel
  vision visa vital volt wave wealth whale whisk wild wilson wise wish wolf wonder word yeti zest zoom`.split(/\s+/),
)
