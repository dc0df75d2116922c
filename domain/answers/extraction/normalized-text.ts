/**
 * Normalizes text for name search: NFKC, lower case, and one kind of hyphen, apostrophe and space. Each character remembers
 * its offset in the original text.
 */

/** A range of a text in UTF-16 code units, `to` excluded. */
export type TextRange = readonly [from: number, to: number]

export type NormalizedText = {
  text: string
  /** For each code unit of `text`, its offset in the original. Has one more entry for the end. */
  origins: Uint32Array
  /** Positions in `text` where a word starts directly after another, as in "eeroLinksys": some engines drop line breaks. */
  joinedWordStarts: ReadonlySet<number>
}

/** Normalizes `original`. Each hidden range becomes one space, so its neighbours do not merge. `hidden` is sorted without overlaps. */
export function normalizeText(original: string, hidden: readonly TextRange[] = []): NormalizedText {
  const joinedWordStarts = new Set<number>()
  // Writes code units into arrays, because appending to a string takes three times as long.
  // `all` is the bitwise OR of all code units. It shows whether every unit fits into one byte.
  let [codes, origins] = [new Uint16Array(original.length), new Uint32Array(original.length + 1)]
  let [length, last, all] = [0, 0, 0]
  let [next, hiddenFrom] = [0, startOf(hidden[0])]
  const put = (code: number, origin: number) => {
    if (code === space && last === space) return
    last = code
    all |= code
    codes[length] = code
    origins[length++] = origin
  }
  for (let at = 0; at < original.length; ) {
    if (at >= hiddenFrom) {
      put(space, at)
      at = Math.max(at, hidden[next]?.[1] as number)
      hiddenFrom = startOf(hidden[++next])
      continue
    }
    const code = original.charCodeAt(at)
    if (isJoinedWordStart(original, code, at)) joinedWordStarts.add(length)
    // True when no combining mark can follow, so the character can be normalized by itself.
    const isAlone = !(original.charCodeAt(at + 1) >= 0x300)
    if (code < 0x80 && isAlone) {
      put(plain[code] as number, at++)
      continue
    }
    const segment = isAlone && code < 0x300 ? (original[at] as string) : segmentAt(original, at)
    const normalized = normalizeSegment(segment)
    const needed = length + normalized.length + original.length - at
    if (needed > codes.length) {
      codes = grown(codes, new Uint16Array(needed * 2))
      origins = grown(origins, new Uint32Array(needed * 2 + 1))
    }
    for (let i = 0; i < normalized.length; i++) put(normalized.charCodeAt(i), at)
    at += segment.length
  }
  origins[length] = original.length
  return { text: textOf(codes.subarray(0, length), all), origins: origins.subarray(0, length + 1), joinedWordStarts }
}

const space = 0x20
const startOf = (range: TextRange | undefined) => range?.[0] ?? Number.POSITIVE_INFINITY

function grown<Units extends Uint16Array | Uint32Array>(small: Units, large: Units): Units {
  large.set(small)
  return large
}

/** Uses one byte per character where possible, because searching such a string is twice as fast. */
const textOf = (codes: Uint16Array, all: number) =>
  all < 0x100
    ? Buffer.from(codes).toString("latin1")
    : Buffer.from(codes.buffer, 0, codes.byteLength).toString("utf16le")

/** A capital after three lower-case letters. Two letters would be too few, as in "McDonald". */
function isJoinedWordStart(original: string, code: number, at: number): boolean {
  const isCapital = code <= 0x5a && code >= 0x41
  return isCapital && original.charCodeAt(at - 1) > 0x60 && threeSmall.test(original.slice(Math.max(0, at - 3), at))
}
const threeSmall = /^\p{Ll}{3}$/u

/** A base character with its marks, or the parts of one Hangul syllable: the units that NFKC can compose. */
const composable = /[\u1100-\u115f][\u1160-\u11a7]*[\u11a8-\u11ff]*|\P{M}\p{M}*|\p{M}+/uy

function segmentAt(original: string, at: number): string {
  composable.lastIndex = at
  return composable.exec(original)?.[0] ?? (original[at] as string)
}

const normalized = new Map<string, string>()

/** Normalized code of each ASCII code unit. */
const plain = Uint8Array.from({ length: 0x80 }, (_, code) =>
  code < 0x21 ? space : String.fromCharCode(code).toLowerCase().charCodeAt(0),
)

function normalizeSegment(segment: string): string {
  let known = normalized.get(segment)
  if (known === undefined) {
    known = normalizeUncached(segment)
    if (normalized.size < 10_000) normalized.set(segment, known)
  }
  return known
}

/** Returns a name in the form it has in normalized text. */
export const normalizeName = (name: string) => normalizeText(name).text.trim()

function normalizeUncached(segment: string): string {
  if (invisible.test(segment)) return ""
  if (signCharacters.test(segment)) return " "
  const composed = segment.replace(hyphens, "-").replace(apostrophes, "'").normalize("NFKC").replace(/\s+/gu, " ")
  return composed.toUpperCase().toLowerCase().replaceAll("ς", "σ")
}

/** Soft hyphen, zero-width characters and byte order mark. */
const invisible = /^[\u00ad\u200b-\u200d\u2060\ufeff]$/u
/** Trademark signs and superscript or subscript digits. NFKC would turn them into letters of the name, so they become spaces. */
const signCharacters = /^[™℠®©⁰¹²³⁴-⁹₀-₉]$/u
const hyphens = /[\u2010-\u2015\u2212]/gu
const apostrophes = /[\u2018\u2019\u02bc\u2032\u00b4]/gu
