/**
 * Determines the decimal mark of a file from all its numbers. Without proof it uses the usual mark for the file's
 * delimiter, and throws if that could misread a number.
 */
import { ImportError } from "./import-error"
import { type DecimalMark, readNumber, withoutSpacesAndCurrency } from "./parse-cells"

type Example = { text: string; line: number }

export class DecimalMarkEvidence {
  /** The first number that only this mark can explain. */
  readonly #proofs: Partial<Record<DecimalMark, Example>> = {}
  /** The first number such as 1.234, which both marks can explain, by the mark that it contains. */
  readonly #ambiguous: Partial<Record<DecimalMark, Example>> = {}

  add(text: string, line: number) {
    const plain = withoutSpacesAndCurrency(text)
    if (!/[.,]/.test(plain)) return
    if (provesDecimalPoint(plain)) this.#proofs["."] ??= { text, line }
    else if (provesDecimalPoint(swapMarks(plain))) this.#proofs[","] ??= { text, line }
    else if (isAmbiguous(plain)) this.#ambiguous[plain.includes(".") ? "." : ","] ??= { text, line }
  }

  /**
   * Without proof, a file with semicolons has decimal commas, and any other file has decimal points, because
   * spreadsheets write them so. Throws ImportError when this could misread a number such as 1.234, and when the file
   * proves both marks.
   */
  mark(delimiter: string): DecimalMark {
    const { ".": point, ",": comma } = this.#proofs
    if (point && comma)
      throw new ImportError(
        `The file writes numbers in two ways: ${point.text} in line ${point.line} has a decimal point, ${comma.text} in line ${comma.line} has a decimal comma. Write them in one way.`,
      )
    if (point || comma) return point ? "." : ","
    const usual = delimiter === ";" ? "," : "."
    const unclear = this.#ambiguous[usual]
    if (unclear) throw ambiguous(unclear)
    return usual
  }
}

/** Numbers that can only have a decimal point. Swap the marks of a number to test for a decimal comma. */
const decimalPointPatterns = [
  // Not exactly three digits after the point, so it separates no thousands: 1.23, 1.2345, 1,234.56, 1.5e3.
  /^-?(?:\d*|\d{1,3}(?:,\d{3})+)\.(?:\d{1,2}|\d{4,})?(?:e[-+]?\d{1,2})?$/i,
  // Nothing, 0, or four and more digits before the point: .123, 0.123, 1234.567.
  /^-?(?:0|\d{4,})?\.\d+$/,
  // The comma separates thousands, so the point is the other mark: 1,234.567.
  /^-?\d{1,3}(?:,\d{3})+\.\d+$/,
  // A comma that occurs twice separates thousands: 1,234,567.
  /^-?\d{1,3}(?:,\d{3}){2,}$/,
]

const provesDecimalPoint = (text: string) => decimalPointPatterns.some((pattern) => pattern.test(text))
const isAmbiguous = (text: string) => /^-?\d{1,3}[.,]\d{3}$/.test(text)

const swapMarks = (text: string) => text.replace(/[.,]/g, (mark) => (mark === "." ? "," : "."))

function ambiguous({ text, line }: Example) {
  const asPoint = readNumber(text, ".") ?? ""
  const asComma = readNumber(text, ",") ?? ""
  return new ImportError(
    `${text} in line ${line} can mean ${asPoint} or ${asComma}, and no other number of the file shows which.`,
    { kind: "decimals", text, line, point: asPoint, comma: asComma },
  )
}
