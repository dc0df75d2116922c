/** Text made comparable (NFKC, case folded, one kind of hyphen, apostrophe and space) that still knows where each character came from. */

/** A stretch of a text in UTF-16 code units: `[from, to)`. */
export type Stretch = readonly [from: number, to: number]

export type FoldedText = {
  text: string
  /** For each code unit of `text` the offset in the original it came from; one more for the end. */
  origins: number[]
  /** Where in `text` a word begins that was glued to the one before, as in "eeroLinksys": some engines lose line breaks. */
  glued: ReadonlySet<number>
}

/** Folds `original`; a hidden stretch becomes one space, so that what stands beside it never joins. `hidden` is sorted and free of overlaps. */
export function foldText(original: string, hidden: readonly Stretch[] = []): FoldedText {
  let text = ""
  let endsInSpace = false
  const origins: number[] = []
  const glued = new Set<number>()
  const put = (folded: string, origin: number) => {
    if (folded === " " && endsInSpace) return
    endsInSpace = folded === " "
    for (let i = 0; i < folded.length; i++) origins.push(origin)
    text += folded
  }
  let [at, next] = [0, 0]
  while (at < original.length) {
    const stretch = hidden[next]
    if (stretch && at >= stretch[0]) {
      put(" ", at)
      at = Math.max(at, stretch[1])
      next++
      continue
    }
    const segment = segmentAt(original, at)
    if (isGlued(original, at)) glued.add(text.length)
    put(foldSegment(segment), at)
    at += segment.length
  }
  origins.push(original.length)
  return { text, origins, glued }
}

/** A capital after three small letters: two are too few, as in "McDonald". */
function isGlued(original: string, at: number): boolean {
  const isCapital = original.charCodeAt(at) <= 0x5a && original.charCodeAt(at) >= 0x41
  return isCapital && original.charCodeAt(at - 1) > 0x40 && threeSmall.test(original.slice(Math.max(0, at - 3), at))
}
const threeSmall = /^\p{Ll}{3}$/u

/** A name as it stands in folded text. */
export const foldName = (name: string) => foldText(name).text.trim()

/** A base character with its marks, or the parts of one Hangul syllable: what NFKC may compose. */
const composable = /[\u1100-\u115f][\u1160-\u11a7]*[\u11a8-\u11ff]*|\P{M}\p{M}*|\p{M}+/uy

function segmentAt(original: string, at: number): string {
  const isPlain = original.charCodeAt(at) < 0x80 && !(original.charCodeAt(at + 1) >= 0x300)
  if (isPlain) return original[at] as string
  composable.lastIndex = at
  return composable.exec(original)?.[0] ?? (original[at] as string)
}

const folded = new Map<string, string>()

const plain = Array.from({ length: 0x80 }, (_, code) => (code < 0x21 ? " " : String.fromCharCode(code).toLowerCase()))

function foldSegment(segment: string): string {
  if (segment.length === 1 && segment < "\x80") return plain[segment.charCodeAt(0)] as string
  let known = folded.get(segment)
  if (known === undefined) {
    known = fold(segment)
    if (folded.size < 10_000) folded.set(segment, known)
  }
  return known
}

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
