/** Parses numbers as they are written in files: 1,234.56 or 1.234,56, with or without a currency sign. */

export type DecimalMark = "." | ","

/**
 * Detects the decimal mark from a sample. Without evidence, assumes a decimal comma for files with semicolons, because
 * they come from regions that use it.
 */
export function decimalMarkOf(sample: string[], delimiter: string): DecimalMark {
  const votes = { ".": 0, ",": 0 }
  for (const text of sample.map(bare)) {
    if (/^-?(\d+|\d{1,3}(,\d{3})+)\.(\d{1,2}|\d{4,})$|^-?\d{1,3}(,\d{3})+\.\d+$|^-?\d{1,3}(,\d{3}){2,}$/.test(text))
      votes["."]++
    if (/^-?(\d+|\d{1,3}(\.\d{3})+),(\d{1,2}|\d{4,})$|^-?\d{1,3}(\.\d{3})+,\d+$|^-?\d{1,3}(\.\d{3}){2,}$/.test(text))
      votes[","]++
  }
  if (votes["."] === votes[","]) return delimiter === ";" ? "," : "."
  return votes[","] > votes["."] ? "," : "."
}

/**
 * Returns the number with a decimal point and no grouping; null for an empty value; undefined when the text is not a
 * number.
 */
export function readNumber(text: string, mark: DecimalMark): string | null | undefined {
  const plain = bare(text)
  if (isNothing.test(plain)) return null
  const pattern = patterns[mark].exec(plain)
  if (!pattern) return undefined
  const whole = (pattern[1] ?? "").replace(/[.,]/g, "")
  const digits = whole.replace(/^-?0*/, "")
  if (digits.length > maxDigits) return undefined
  const exponent = pattern[3] ? Number(`${whole}.${pattern[2] ?? "0"}${pattern[3]}`).toFixed(6) : null
  return exponent ?? (pattern[2] ? `${whole || "0"}.${pattern[2]}` : whole)
}

/** Digits that the database column stores before the decimal point. */
const maxDigits = 15
const isNothing = /^(|-{1,2}|—|n\/?a|null|none|nan)$/i
/**
 * Digits must be grouped by three or not at all. A comma in another position is a mistake, not a thousands separator.
 */
const patterns = {
  ".": /^(-?(?:\d+|\d{1,3}(?:,\d{3})+)?)(?:\.(\d*))?(e[-+]?\d{1,2})?$/i,
  ",": /^(-?(?:\d+|\d{1,3}(?:\.\d{3})+)?)(?:,(\d*))?(e[-+]?\d{1,2})?$/i,
}

const bare = (text: string) => text.replace(/[\s\u00a0\u202f'’]|\p{Sc}/gu, "")
