/** Patterns for LIKE and ILIKE. In user input, the wildcards % and _ stand for themselves. */

export const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&")

/** Matches values that contain the text. */
export const containsPattern = (text: string) => `%${escapeLike(text)}%`
