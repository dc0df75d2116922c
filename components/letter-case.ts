/** Changes the case of the first letter of a text. */

/** "target" -> "Target" */
export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The name of a field in words: "tokens_per_hour" -> "Tokens per hour", "own_brand.name" -> "Own brand name" */
export const humanize = (name: string) => capitalize(name.replaceAll(/[._]/g, " "))

/** A name inside a sentence: "Ad spend" -> "ad spend", but "ROAS" stays. */
export const uncapitalize = (name: string) =>
  /^.[A-Z]/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1)
