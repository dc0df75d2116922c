/**
 * Says where a name may start and end in normalized text. Letters and digits around a name make it part of another
 * word, except where a script writes words without spaces, or attaches particles and prefixes to names.
 */

/** True if a name can start at this position. */
export function startsWord(text: string, at: number): boolean {
  const [before, first] = [characterBefore(text, at), text.codePointAt(at)]
  return isBoundary(before, first) || hasPrefix(text, at, first)
}

/** The plural ending of a name that ends at this position: "", "s" or "es". Null if it is not the end of a word. */
export function endingAt(text: string, at: number): "" | "s" | "es" | null {
  const last = characterBefore(text, at)
  const found = (["", "s", "es"] as const).find((plural) => {
    const after = at + plural.length
    return text.startsWith(plural, at) && isBoundary(text.codePointAt(after), plural ? letterS : last)
  })
  return found ?? (hasParticle(text, at, last) ? "" : null)
}

const letterS = 0x73

/** True if the character `outside` a name, next to its character `inside`, does not continue the word. */
function isBoundary(outside: number | undefined, inside: number | undefined): boolean {
  const [out, name] = [kindOf(outside), kindOf(inside)]
  if (out.isKatakana && name.isKatakana) return false
  // Between two scripts, as in "Notion은", the word ends.
  return !out.isWord || !name.isWord || (out.isLetter && name.isLetter && out.isLatin !== name.isLatin)
}

/** Korean particles that follow a noun without a space. Two can follow each other ("에서는"). */
const particles =
  /(?:으로서|으로써|에게서|이라고|이라는|에서|에게|한테|께서|으로|이나|이랑|이며|이고|이라|라고|라는|보다|처럼|만큼|까지|부터|마다|조차|하고|은|는|이|가|을|를|의|에|와|과|도|로|만|나|랑|며|들){1,2}(?![\p{L}\p{N}])/uy

function hasParticle(text: string, at: number, last: number | undefined): boolean {
  if (!isOf(hangul, last)) return false
  particles.lastIndex = at
  return particles.test(text)
}

/** Prefixes that Arabic and Hebrew write without a space: "and", "in", "for", "the" and the like. */
const arabicPrefix = /(?<![\p{L}\p{N}])[وف]?(?:[بكل]?ال|لل|[بكل]|س)?$/u
const hebrewPrefix = /(?<![\p{L}\p{N}])[והבכלמש]{1,3}$/u
const maxPrefixLength = 5

function hasPrefix(text: string, at: number, first: number | undefined): boolean {
  const before = () => text.slice(Math.max(0, at - maxPrefixLength), at)
  if (isOf(arabic, first)) return arabicPrefix.test(before())
  return isOf(hebrew, first) && hebrewPrefix.test(before())
}

function characterBefore(text: string, at: number): number | undefined {
  const unit = text.charCodeAt(at - 1)
  return unit >= 0xdc00 && unit <= 0xdfff ? text.codePointAt(at - 2) : unit
}

const [hangul, arabic, hebrew] = [/^\p{Script=Hangul}$/u, /^\p{Script=Arabic}$/u, /^\p{Script=Hebrew}$/u]
const isOf = (script: RegExp, codePoint: number | undefined) =>
  codePoint !== undefined && codePoint > 0x2ff && script.test(String.fromCodePoint(codePoint))

type Kind = { isWord: boolean; isLetter: boolean; isLatin: boolean; isKatakana: boolean }
const none: Kind = { isWord: false, isLetter: false, isLatin: false, isKatakana: false }

/** Letters, digits and marks, except in scripts without spaces between words: a name may directly follow those. */
const unspaced = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"].map((s) => `\\p{scx=${s}}`).join("")
const wordCharacter = new RegExp(`^[[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]$`, "v")
const cache = new Map<number, Kind>()

function kindOf(codePoint: number | undefined): Kind {
  if (codePoint === undefined || Number.isNaN(codePoint)) return none
  let kind = cache.get(codePoint)
  if (!kind) {
    const character = String.fromCodePoint(codePoint)
    kind = {
      isWord: wordCharacter.test(character),
      isLetter: /^[\p{L}\p{M}]$/u.test(character),
      isLatin: /^\p{Script=Latin}$/u.test(character),
      // A Katakana name cannot be part of a longer Katakana word: ライン is no name in オンライン.
      isKatakana: /^[\p{Script=Katakana}ー]$/u.test(character),
    }
    cache.set(codePoint, kind)
  }
  return kind
}
