/** Reads the base URL of this installation, and removes repeated characters from the end of texts. */

/** Returns the base URL of this installation, without a trailing slash. */
export const baseUrl = () =>
  withoutTrailing(process.env.SIGNALBOX_BASE_URL || process.env.NEXTAUTH_URL || "http://localhost:3000", "/")

/** Removes every `character` from the end of a text, in linear time. The pattern `/x+$/` takes quadratic time. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end--
  return text.slice(0, end)
}
