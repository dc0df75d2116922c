/** Lists the ways to write a name: with or without apostrophes, hyphens, periods and the like. */
import { withoutTrailing } from "@/domain/kernel/text"
import { isEverydayPhrase } from "./everyday-words"

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
  // Johnson&Johnson, Johnson & Johnson, AT& T.
  (name) => (name.includes("&") ? ["&", " & ", "& "].map((sign) => name.replace(/ ?& ?/g, sign)) : []),
  // Dr Martens, Dr. Martens.
  (name) => [name.replaceAll(". ", " "), name.replace(/(?<![\p{L}\p{N}])(dr|mr|mrs|ms|st) /gu, "$1. ")],
  // Coca Cola, Coca-Cola. Phrases of everyday words, such as "best buy", have another meaning with a hyphen.
  (name) => (name.length < 5 || isEverydayPhrase(name) ? [] : [" ", "-"].map((sign) => name.replace(separator, sign))),
  // ソニ－: the full-width hyphen is a common typing error for the length mark ー.
  (name) => [name.replaceAll("ー", "-")],
  // للراجحي: the Arabic prefix "for" merges with the article of الراجحي.
  (name) => (name.length > 4 ? [name.replace(/^الل?/u, "لل")] : []),
]

const separator = /(?<=[\p{L}\p{N}])[ -](?=[\p{L}\p{N}])/gu
