/** Lists the ways to write a name: with or without apostrophes, hyphens, periods and the like. */
import { withoutTrailing } from "@/domain/kernel/text"
import { isEverydayPhrase, isEverydayWord } from "./everyday-words"

/**
 * Returns the spellings of a normalized name, the name itself first. A final period or exclamation mark ("Yahoo!") is
 * not part of any spelling.
 */
export function spellings(name: string): string[] {
  let found = [withoutTrailing(withoutTrailing(name, "!"), ".")]
  for (const variantsOf of variants) found = [...new Set([...found, ...found.flatMap(variantsOf)])]
  return found.filter(Boolean)
}

/** Each function returns more spellings of a name. The next function gets all of them. */
const variants: ((name: string) => string[])[] = [
  // Macys, Toys R Us.
  (name) => [name.replace(/['"]/g, "")],
  // Macy's, for the name Macys.
  (name) => (/^[^']{4,}s$/u.test(name) ? [`${name.slice(0, -1)}'s`] : []),
  // Barnes and Noble, for the name Barnes & Noble, and the other way around. "H and M" is no spelling of H&M.
  (name) => [
    name.replace(/(?<=\p{L}{2}) ?& ?(?=\p{L}{2})/gu, " and "),
    name.replace(/(?<=\p{L}{2}) and (?=\p{L}{2})/gu, " & "),
  ],
  // Johnson&Johnson, Johnson & Johnson, AT& T.
  (name) => (name.includes("&") ? ["&", " & ", "& "].map((sign) => name.replace(/ ?& ?/g, sign)) : []),
  // T.J. Maxx, for the name TJ Maxx.
  (name) => (/^[a-z]{2} \p{L}{2}/u.test(name) && !isEverydayWord(name.slice(0, 2)) ? [withPeriods(name)] : []),
  // TJ Maxx, TJMaxx, T.J.Maxx. "Away" is no spelling of A. Way.
  (name) => ["", " "].flatMap((space) => [name.replace(initials, `$1${space}`), withoutPeriods(name, space)]),
  // Dr Martens, Dr. Martens, Dr.Martens.
  (name) => [". ", ".", " "].map((sign) => name.replace(abbreviation, `$1${sign}`)),
  (name) => [" ", "."].map((sign) => name.replaceAll(". ", sign)),
  // Coca Cola, Coca-Cola. Phrases of everyday words, such as "best buy", have another meaning with a hyphen.
  (name) => (name.length < 5 || isEverydayPhrase(name) ? [] : [" ", "-"].map((sign) => name.replace(separator, sign))),
  // ソニ－: the full-width hyphen is a common typing error for the length mark ー.
  (name) => [name.replaceAll("ー", "-")],
  // للراجحي: the Arabic prefix "for" merges with the article of الراجحي.
  (name) => (name.length > 4 ? [name.replace(/^الل?/u, "لل")] : []),
]

const withPeriods = (name: string) => name.replace(/^(.)(.) /u, "$1.$2. ")

/** Single letters with periods before a word. X.com is an address. */
const initials = /(?<![\p{L}\p{N}])((?:\p{L}\.){1,5}) ?(?=\p{L}{3})(?!(?:app|com|net|org)\b)/gu

function withoutPeriods(name: string, space: string): string {
  const spelling = name.replace(initials, (_, letters: string) => letters.replaceAll(".", "") + space)
  return isEverydayWord(spelling) ? name : spelling
}

const abbreviation = /(?<![\p{L}\p{N}])(dr|mr|mrs|ms|st)(?:\. ?| )(?=\p{L})/gu

const separator = /(?<=[\p{L}\p{N}])[ -](?=[\p{L}\p{N}])/gu
