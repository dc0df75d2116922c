/** Small operations on texts: order, ending, internationalized addresses, JSON, and patterns for LIKE. */

/** Orders two texts by their UTF-16 code units, so that the order depends on no language. For `sort`. */
export function compareText(a: string, b: string): number {
  if (a < b) return -1
  return a > b ? 1 : 0
}

/** Removes every `character` from the end of a text, in linear time. The pattern `/x+$/` takes quadratic time. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end--
  return text.slice(0, end)
}

/** Writes a host or `host/path` as `URL` does: the host in Punycode, and the path with percent-encoding. */
export function inAscii(address: string): string {
  if (!/[^ -~]/.test(address)) return address
  const url = URL.parse(`https://${address}`)
  return url ? withoutTrailing(`${url.hostname}${url.pathname}${url.search}`, "/") : address
}

/** Returns the parsed JSON, or undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** JSON that does not depend on the order in which an object's keys were written. */
export const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => compareText(a, b)))
      : part,
  )

/** Escapes the wildcards % and _ for LIKE and ILIKE, so that they stand for themselves. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&")

/** A pattern for LIKE and ILIKE that matches values that contain the text. */
export const containsPattern = (text: string) => `%${escapeLike(text)}%`
