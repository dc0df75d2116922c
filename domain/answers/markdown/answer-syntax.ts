/** Recognizes citation marks and bare addresses, for the search for names and for the page of an answer. */

/** Citation marks of ChatGPT, such as 【4:0†source】 and 【12†L3-L9】. Other text in these brackets is prose: 【Bose】. */
export const citationMark = /【\d{1,3}(?::\d{1,3})?(?:†[^【】\n]*)?】/gu

/**
 * Returns the end of a bare address whose scheme ends at `from`. White space, quotation marks, closing brackets, bars,
 * bold marks and East Asian punctuation end an address. East Asian letters end it, too, except at the start of a path
 * segment or value, as in https://ja.wikipedia.org/wiki/ソニー.
 */
export function addressEndAt(text: string, from: number): number {
  let at = endOf(addressCharacters, text, from)
  let firstSlash: number | undefined
  for (;;) {
    const to = endOf(eastAsianLetters, text, at)
    if (to === at) return at
    const before = text[at - 1]
    if (before === "/") firstSlash ??= text.indexOf("/", from)
    const startsPart = before === "=" || (before === "/" && firstSlash !== at - 1)
    if (!startsPart) return at
    at = endOf(addressCharacters, text, to)
  }
}

function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : from
}

const addressCharacters =
  /(?:[^\s<>"'`)\]}“”‘’«»|*\u3000-\u3020\u30fb\uff01-\uff0f\uff1a-\uff20\uff3b-\uff65\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]|\*(?!\*))*/uy
const eastAsianLetters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]*/uy
