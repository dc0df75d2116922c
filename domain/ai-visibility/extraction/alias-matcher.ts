/** Finds names in folded text: the longest first, with letters and digits as word edges, plural and possessive allowed. */
import { type FoldedText, foldName } from "./folded-text"

export type Alias = {
  /** The name as written by a person. */
  alias: string
  /** Whose name it is; null: a text that must not match (a negative alias), which only keeps others from matching inside it. */
  brandId: string | null
}

export type Hit = { brandId: string; alias: string; from: number; to: number }

/** A function that finds every alias in a folded text, left to right, without overlaps. The first of equal aliases wins. */
export function aliasMatcher(aliases: Alias[]): (folded: FoldedText) => Hit[] {
  const byName = new Map<string, Alias>()
  for (const alias of aliases) {
    const name = foldName(alias.alias)
    if (name && !byName.has(name)) byName.set(name, alias)
  }
  if (byName.size === 0) return () => []
  const names = [...byName.keys()].sort((a, b) => b.length - a.length)
  const pattern = new RegExp(
    `(?<!${wordCharacter})(${names.map(asPattern).join("|")})(?:e?s)?(?!${wordCharacter})`,
    "gv",
  )
  return ({ text, origins }) => {
    const hits: Hit[] = []
    for (const { 1: found = "", index } of text.matchAll(pattern)) {
      const { alias, brandId } = byName.get(found.replace(/\s+/gu, " ")) as Alias
      const end = index + found.length
      if (brandId !== null) hits.push({ brandId, alias, from: origins[index] as number, to: origins[end] as number })
    }
    return hits
  }
}

/** Letters, digits and marks, except of scripts that put no space between words: beside those a name may stand at once. */
const unspaced = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"].map((s) => `\\p{scx=${s}}`).join("")
const wordCharacter = `[[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]`

const asPattern = (name: string) =>
  name
    .replace(/[\\^$.*+?()[\]{}|/\-&!#%,:;<=>@`~'"]/gu, (c) => `\\u{${c.codePointAt(0)?.toString(16)}}`)
    .replaceAll(" ", "\\s+")
