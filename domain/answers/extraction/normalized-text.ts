/**
 * Normalizes text for name search: NFKC, lower case, letters without accents, and one kind of hyphen, quotation mark
 * and space. Markdown escapes and HTML character references are decoded, and emphasis marks removed. Each character
 * remembers its offset in the original text.
 */
import { decodeHTMLStrict } from "entities"

/** A range of a text in UTF-16 code units, `to` excluded. */
export type TextRange = readonly [from: number, to: number]

export type NormalizedText = {
  original: string
  text: string
  /** For each code unit of `text`, its offset in the original. Has one more entry for the end. */
  origins: Uint32Array
  /**
   * Positions in `text` where a word starts directly after another, as in "eeroLinksys": some engines drop line breaks.
   */
  joinedWordStarts: ReadonlySet<number>
  /**
   * Removed asterisks of bold and italic text: the position in `text` and the offset in the original. They can stand
   * inside a name, as in "**Bang** & Olufsen", and they are edges of words.
   */
  emphasisMarks: ReadonlyMap<number, number>
}

/** Returns the range in the original text of the range `[from, to)` in the normalized text. */
export const originalRange = ({ origins, emphasisMarks }: NormalizedText, from: number, to: number) => ({
  from: origins[from] as number,
  to: emphasisMarks.get(to) ?? (origins[to] as number),
})

/**
 * Normalizes `original`. Each hidden range becomes one space, so its neighbors do not merge. `hidden` is sorted without
 * overlaps.
 */
export function normalizeText(original: string, hidden: readonly TextRange[] = []): NormalizedText {
  const output = new NormalizedOutput(original)
  let hiddenIndex = 0
  let hiddenFrom = startOf(hidden[0])
  for (let at = 0; at < original.length; ) {
    if (at >= hiddenFrom) {
      output.append(space, at)
      at = Math.max(at, hidden[hiddenIndex]?.[1] as number)
      hiddenFrom = startOf(hidden[++hiddenIndex])
      continue
    }
    const code = original.charCodeAt(at)
    if (code === backslash && isPunctuation(original.charCodeAt(at + 1))) {
      at++
      continue
    }
    if (code === asterisk) {
      const end = asterisksEnd(original, at)
      if (isEmphasis(original, at, end)) output.markEmphasis(at)
      else for (let i = at; i < end; i++) output.append(code, i)
      at = end
      continue
    }
    if (isJoinedWordStart(original, code, at)) output.markJoinedWordStart()
    // True when no combining mark can follow, so the character can be normalized by itself.
    const isAlone = !(original.charCodeAt(at + 1) >= 0x300)
    if (code < 0x80 && isAlone && code !== ampersand) {
      output.append(normalizedAscii[code] as number, at++)
      continue
    }
    const segment = segmentAt(original, at, isAlone && code < 0x300)
    output.appendText(normalizeSegment(segment), at)
    at += segment.length
  }
  return output.finish()
}

/**
 * The normalized text of `original` while it is written. Writes code units into arrays, because appending to a string
 * takes three times as long.
 */
class NormalizedOutput {
  readonly original: string
  codes: Uint16Array
  origins: Uint32Array
  length = 0
  lastCode = 0
  /** Bitwise OR of all code units. It shows whether every unit fits into one byte. */
  combinedCodes = 0
  readonly joinedWordStarts = new Set<number>()
  readonly emphasisMarks = new Map<number, number>()

  constructor(original: string) {
    this.original = original
    this.codes = new Uint16Array(original.length)
    this.origins = new Uint32Array(original.length + 1)
  }

  /** Appends a code unit that stands at `origin`. Of several spaces in a row, only the first is written. */
  append(code: number, origin: number) {
    if (code === space && this.lastCode === space) return
    this.lastCode = code
    this.combinedCodes |= code
    this.codes[this.length] = code
    this.origins[this.length++] = origin
  }

  /** Appends a text that can be longer than what it replaces. All its code units get the same origin. */
  appendText(text: string, origin: number) {
    const needed = this.length + text.length + this.original.length - origin
    if (needed > this.codes.length) {
      this.codes = grown(this.codes, new Uint16Array(needed * 2))
      this.origins = grown(this.origins, new Uint32Array(needed * 2 + 1))
    }
    for (let i = 0; i < text.length; i++) this.append(text.charCodeAt(i), origin)
  }

  /** Marks the next code unit as the start of a word that directly follows another one. */
  markJoinedWordStart() {
    this.joinedWordStarts.add(this.length)
  }

  /** Records the offset of removed asterisks. Each position keeps its first offset. */
  markEmphasis(origin: number) {
    if (!this.emphasisMarks.has(this.length)) this.emphasisMarks.set(this.length, origin)
  }

  finish(): NormalizedText {
    const { original, length, joinedWordStarts, emphasisMarks } = this
    this.origins[length] = this.original.length
    const text = textOf(this.codes.subarray(0, length), this.combinedCodes)
    return { original, text, origins: this.origins.subarray(0, length + 1), joinedWordStarts, emphasisMarks }
  }
}

const space = 0x20
const ampersand = 0x26
const asterisk = 0x2a
const backtick = 0x60
const backslash = 0x5c

function asterisksEnd(text: string, from: number): number {
  let end = from
  while (text.charCodeAt(end) === asterisk) end++
  return end
}

/** Asterisks between spaces are list markers and signs: "* item", "2 * 3". */
const isEmphasis = (text: string, from: number, to: number) =>
  !(text.charAt(from - 1).trim() === "" && text.charAt(to).trim() === "")

/** The ASCII characters that Markdown can escape. */
const isPunctuation = (code: number) => /^[!-/:-@[-`{-~]$/.test(String.fromCharCode(code))
const startOf = (range: TextRange | undefined) => range?.[0] ?? Number.POSITIVE_INFINITY

/** Copies `small` into `large`, which is longer. */
function grown<Units extends Uint16Array | Uint32Array>(small: Units, large: Units): Units {
  large.set(small)
  return large
}

/** Uses one byte per character where possible, because searching such a string is twice as fast. */
const textOf = (codes: Uint16Array, combinedCodes: number) =>
  combinedCodes < 0x100
    ? Buffer.from(codes).toString("latin1")
    : Buffer.from(codes.buffer, 0, codes.byteLength).toString("utf16le")

/**
 * A capital after a digit, after three lower-case letters, or after 's as in "Macy'sThe". Two letters would be too few,
 * as in "McDonald".
 */
function isJoinedWordStart(original: string, code: number, at: number): boolean {
  const isCapital = code < 0x80 ? code <= 0x5a && code >= 0x41 : code < 0x530 && capital.test(original[at] as string)
  if (!isCapital) return false
  const before = original.charCodeAt(at - 1)
  return isDigit(before) || (before > 0x60 && wordEnd.test(original.slice(Math.max(0, at - 3), at)))
}
const isDigit = (code: number) => code >= 0x30 && code <= 0x39
const wordEnd = /^\p{Ll}(?:\p{Ll}{2}|['’]s)$/u
const capital = /^\p{Lu}$/u

/** True after a price, as in "$299Shark": some engines drop the space or line break that follows. */
export const followsPrice = (text: string, at: number) =>
  isDigit(text.charCodeAt(at - 1)) && price.test(text.slice(Math.max(0, at - maxPriceLength), at))
const price = /\p{Sc} ?\d[\d.,]*$/u
const maxPriceLength = 16

/**
 * A base character with its marks, the parts of one Hangul syllable, or a half-width Katakana letter with its voicing
 * mark: the units that NFKC can compose.
 */
const composable = /[\uff66-\uff9d][\uff9e\uff9f]|[\u1100-\u115f][\u1160-\u11a7]*[\u11a8-\u11ff]*|\P{M}\p{M}*|\p{M}+/uy

/** `&amp;amp;` was encoded twice. `&amp` without a semicolon must not be the start of another word. */
const characterReference =
  /&(?:(?:[aA][mM][pP];){0,3}(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][\da-zA-Z]{1,30});|amp(?![a-z\d]))/y
const decodeReferences = (text: string) => decodeHTMLStrict(text.replace(/&(?:amp;)+|&amp(?![a-z\d;])/g, "&"))

/** `isAlone`: the character at this position is a segment by itself, unless a character reference starts there. */
function segmentAt(original: string, at: number, isAlone: boolean): string {
  characterReference.lastIndex = at
  const reference = original[at] === "&" && characterReference.exec(original)?.[0]
  if (reference) return reference
  if (isAlone) return original[at] as string
  composable.lastIndex = at
  return composable.exec(original)?.[0] ?? (original[at] as string)
}

/** Cache of `normalizeSegment`. */
const normalizedSegments = new Map<string, string>()

/** Normalized code of each ASCII code unit. */
const normalizedAscii = Uint8Array.from({ length: 0x80 }, (_, code) =>
  code < 0x21 ? space : (code === backtick ? "'" : String.fromCharCode(code)).toLowerCase().charCodeAt(0),
)

function normalizeSegment(segment: string): string {
  let normalized = normalizedSegments.get(segment)
  if (normalized === undefined) {
    normalized = normalizeUncached(segment)
    if (normalizedSegments.size < 10_000) normalizedSegments.set(segment, normalized)
  }
  return normalized
}

/** Returns a name in the form it has in normalized text. */
export const normalizeName = (name: string) => normalizeText(name).text.trim()

function normalizeUncached(input: string): string {
  const segment = input.length > 1 && input[0] === "&" ? decodeReferences(input) : input
  if (invisible.test(segment)) return ""
  if (signCharacters.test(segment)) return " "
  const composed = segment
    .replace(hyphens, "-")
    .replace(apostrophes, "'")
    .replace(quotationMarks, '"')
    .normalize("NFKC")
    .replace(/\s+/gu, " ")
  return withoutAccents(composed.toUpperCase().toLowerCase())
}

/**
 * Latin and Greek letters lose their accents, and Arabic and Hebrew letters their vowel signs. Letters of other scripts
 * keep their marks, because there a mark makes a different letter.
 */
function withoutAccents(composed: string): string {
  const letters = losesMarks.test(composed) ? composed.normalize("NFKD").replace(/\p{M}/gu, "") : composed
  return letters.replace(foldedLetters, (letter) => foldedForm.get(letter) as string)
}
const losesMarks = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}]/u
/**
 * Letters that texts often replace, with their replacement. The last three are two forms of the Arabic yeh, and the
 * nukta, a dot of Devanagari.
 */
const foldedForm = new Map([
  ["ł", "l"],
  ["ø", "o"],
  ["đ", "d"],
  ["ı", "i"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["þ", "th"],
  ["ð", "d"],
  ["ς", "σ"],
  ["ё", "е"],
  ["\u0649", "\u064a"],
  ["\u06cc", "\u064a"],
  ["\u093c", ""],
])
const foldedLetters = /[łøđıæœþðςё\u0649\u06cc\u093c]/gu

/** Returns text without Markdown escapes and HTML character references. */
export const decodeText = (text: string) =>
  /[\\&]/.test(text) ? decodeReferences(text.replace(/\\(?=[!-/:-@[-`{-~])/g, "")) : text

/** The letters and digits of a name with their accents, to distinguish brands that differ only by accents. */
export const accentedName = (name: string) =>
  decodeText(name)
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}]/gu, "")

/** Soft hyphen, Arabic letter extension, zero-width characters and byte order mark. */
const invisible = /^[\u00ad\u0640\u200b-\u200d\u2060\ufeff]$/u
/**
 * Trademark signs and superscript or subscript digits. NFKC would turn them into letters of the name, so they become
 * spaces.
 */
const signCharacters = /^[™℠®©⁰¹²³⁴-⁹₀-₉]$/u
/** The last hyphen and the last mark of each kind are Hebrew. */
const hyphens = /[\u2010-\u2015\u2212\u05be]/gu
const apostrophes = /[\u2018\u2019\u201b\u02bb\u02bc\u2032\u00b4\u05f3]/gu
const quotationMarks = /[\u201c-\u201f\u2033\u05f4]/gu
