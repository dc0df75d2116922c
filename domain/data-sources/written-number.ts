/** Numbers as files write them: 1,234.56 and 1.234,56, with a currency sign or without. */

export type DecimalMark = "." | ","

/** Decides by a sample; where it says nothing, files separated by semicolons come from places with a decimal comma. */
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

/** The number with a decimal point and nothing else; null where there is none; undefined where it cannot be read. */
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

/** What the database keeps before the point. */
const maxDigits = 15
const isNothing = /^(|-{1,2}|—|n\/?a|null|none|nan)$/i
/** Grouped by threes or not at all: a comma elsewhere is no thousands separator but a mistake. */
const patterns = {
  ".": /^(-?(?:\d+|\d{1,3}(?:,\d{3})+)?)(?:\.(\d*))?(e[-+]?\d{1,2})?$/i,
  ",": /^(-?(?:\d+|\d{1,3}(?:\.\d{3})+)?)(?:,(\d*))?(e[-+]?\d{1,2})?$/i,
}

const bare = (text: string) => text.replace(/[\s\u00a0\u202f'’]|\p{Sc}/gu, "")
