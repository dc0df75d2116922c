/** Text made comparable (NFKC, case folded, one kind of hyphen, apostrophe and space) that still knows where each character came from. */

/** A stretch of a text in UTF-16 code units: `[from, to)`. */
export type Stretch = readonly [from: number, to: number]

export type FoldedText = {
  text: string
  /** For each code unit of `text` the offset in the original it came from; one more for the end. */
  origins: Uint32Array
  /** Where in `text` a word begins that was glued to the one before, as in "eeroLinksys": some engines lose line breaks. */
  glued: ReadonlySet<number>
}

/** Folds `original`; a hidden stretch becomes one space, so that what stands beside it never joins. `hidden` is sorted and free of overlaps. */
export function foldText(original: string, hidden: readonly Stretch[] = []): FoldedText {
  const units = new Units(original.length)
  const glued = new Set<number>()
  let next = 0
  for (let at = 0; at < original.length; ) {
    const stretch = hidden[next]
    if (stretch && at >= stretch[0]) {
      units.put(space, at)
      at = Math.max(at, stretch[1])
      next++
      continue
    }
    const code = original.charCodeAt(at)
    if (isGlued(original, code, at)) glued.add(units.length)
    // Alone, unless a mark may follow.
    const isAlone = !(original.charCodeAt(at + 1) >= 0x300)
    if (code < 0x80 && isAlone) {
      units.put(plain[code] as number, at++)
      continue
    }
    const segment = isAlone && code < 0x300 ? (original[at] as string) : segmentAt(original, at)
    const folded = foldSegment(segment)
    for (let i = 0; i < folded.length; i++) units.put(folded.charCodeAt(i), at)
    at += segment.length
  }
  return { ...units.end(original.length), glued }
}

const space = 0x20

/** What is folded so far, by code units: a string that grows by each of them would cost three times as much. */
class Units {
  length = 0
  #codes: Uint16Array
  #origins: Uint32Array
  #all = 0

  constructor(capacity: number) {
    this.#codes = new Uint16Array(capacity)
    this.#origins = new Uint32Array(capacity + 1)
  }

  /** A space after another is none. */
  put(code: number, origin: number) {
    if (code === space && this.length > 0 && this.#codes[this.length - 1] === space) return
    if (this.length === this.#codes.length) this.#grow()
    this.#codes[this.length] = code
    this.#all |= code
    this.#origins[this.length++] = origin
  }

  end(origin: number): Pick<FoldedText, "text" | "origins"> {
    this.#origins[this.length] = origin
    // Names are found twice as fast in a text of one byte a character.
    const text =
      this.#all < 0x100
        ? Buffer.from(this.#codes.subarray(0, this.length)).toString("latin1")
        : Buffer.from(this.#codes.buffer, 0, this.length * 2).toString("utf16le")
    return { text, origins: this.#origins.subarray(0, this.length + 1) }
  }

  /** Few texts are longer folded than as they are written. */
  #grow() {
    const [codes, origins] = [this.#codes, this.#origins]
    this.#codes = new Uint16Array(codes.length * 2 + 16)
    this.#codes.set(codes)
    this.#origins = new Uint32Array(this.#codes.length + 1)
    this.#origins.set(origins)
  }
}

/** A capital after three small letters: two are too few, as in "McDonald". */
function isGlued(original: string, code: number, at: number): boolean {
  const isCapital = code <= 0x5a && code >= 0x41
  return isCapital && original.charCodeAt(at - 1) > 0x60 && threeSmall.test(original.slice(Math.max(0, at - 3), at))
}
const threeSmall = /^\p{Ll}{3}$/u

/** A base character with its marks, or the parts of one Hangul syllable: what NFKC may compose. */
const composable = /[\u1100-\u115f][\u1160-\u11a7]*[\u11a8-\u11ff]*|\P{M}\p{M}*|\p{M}+/uy

function segmentAt(original: string, at: number): string {
  composable.lastIndex = at
  return composable.exec(original)?.[0] ?? (original[at] as string)
}

const folded = new Map<string, string>()

/** For each code unit of ASCII. */
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

/** A name as it stands in folded text. */
export const foldName = (name: string) => foldText(name).text.trim()

function fold(segment: string): string {
  if (invisible.test(segment)) return ""
  if (signs.test(segment)) return " "
  const composed = segment.replace(hyphens, "-").replace(apostrophes, "'").normalize("NFKC").replace(/\s+/gu, " ")
  return composed.toUpperCase().toLowerCase().replaceAll("ς", "σ")
}

/** Soft hyphen, zero-width characters, byte order mark. */
const invisible = /^[\u00ad\u200b-\u200d\u2060\ufeff]$/u
/** Trade marks and raised figures stand beside a name and are no part of it, although NFKC makes letters of them. */
const signs = /^[™℠®©⁰¹²³⁴-⁹₀-₉]$/u
const hyphens = /[\u2010-\u2015\u2212]/gu
const apostrophes = /[\u2018\u2019\u02bc\u2032\u00b4]/gu
