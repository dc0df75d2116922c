/**
 * Normalizes text for name search: NFKC, lower case, and one kind of hyphen, apostrophe and space. Each character remembers
 * its offset in the original text.
 */

/** A range of a text in UTF-16 code units, `to` excluded. */
export type Stretch = readonly [from: number, to: number]

export type FoldedText = {
  text: string
  /** For each code unit of `text`, its offset in the original. Has one more entry for the end. */
  origins: Uint32Array
  /** Positions in `text` where a word starts directly after another, as in "eeroLinksys": some engines drop line breaks. */
  glued: ReadonlySet<number>
}

/** Normalizes `original`. Each hidden stretch becomes one space, so its neighbours do not merge. `hidden` is sorted without overlaps. */
export function foldText(original: string, hidden: readonly Stretch[] = []): FoldedText {
  const glued = new Set<number>()
  // Writes code units into arrays, because appending to a string takes three times as long. `all` collects the bits of all of them.
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
    if (isGlued(original, code, at)) glued.add(length)
    // True when no combining mark can follow, so the character can be normalized by itself.
    const isAlone = !(original.charCodeAt(at + 1) >= 0x300)
    if (code < 0x80 && isAlone) {
      put(plain[code] as number, at++)
      continue
    }
    const segment = isAlone && code < 0x300 ? (original[at] as string) : segmentAt(original, at)
    const folded = foldSegment(segment)
    const needed = length + folded.length + original.length - at
    if (needed > codes.length) {
      codes = grown(codes, new Uint16Array(needed * 2))
      origins = grown(origins, new Uint32Array(needed * 2 + 1))
    }
    for (let i = 0; i < folded.length; i++) put(folded.charCodeAt(i), at)
    at += segment.length
  }
  origins[length] = original.length
  return { text: textOf(codes.subarray(0, length), all), origins: origins.subarray(0, length + 1), glued }
}

const space = 0x20
const startOf = (stretch: Stretch | undefined) => stretch?.[0] ?? Number.POSITIVE_INFINITY

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
function isGlued(original: string, code: number, at: number): boolean {
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

const folded = new Map<string, string>()

/** Normalized code of each ASCII code unit. */
const plain = Uint8Array.from({ length: 0x80 }, (_, code) =>
  code < 0x21 ? space : String.fromCharCode(code).toLowerCase().charCodeAt(0),
)

function foldSegment(segment: string): string {
  let known = folded.get(segment)
  if (known === undefined) {
    known = fold(segment)
    if (folded.size < 10_000) folded.set(segment, known)
  }
  return known
}

/** Returns a name in the form it has in normalized text. */
export const foldName = (name: string) => foldText(name).text.trim()

function fold(segment: string): string {
  if (invisible.test(segment)) return ""
  if (signs.test(segment)) return " "
  const composed = segment.replace(hyphens, "-").replace(apostrophes, "'").normalize("NFKC").replace(/\s+/gu, " ")
  return composed.toUpperCase().toLowerCase().replaceAll("ς", "σ")
}

/** Soft hyphen, zero-width characters and byte order mark. */
const invisible = /^[\u00ad\u200b-\u200d\u2060\ufeff]$/u
/** Trademark signs and superscript or subscript digits. NFKC would turn them into letters of the name, so they become spaces. */
const signs = /^[™℠®©⁰¹²³⁴-⁹₀-₉]$/u
const hyphens = /[\u2010-\u2015\u2212]/gu
const apostrophes = /[\u2018\u2019\u02bc\u2032\u00b4]/gu
