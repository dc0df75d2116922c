/**
 * Determines the decimal mark of a file from all its numbers. Without proof it uses the usual mark for the file's
 * delimiter, and throws if that could misread a number.
 */
import { ImportError } from "./import-error"
import { type DecimalMark, readNumber, withoutNumberMarks } from "./parse-cells"

type Example = { text: string; line: number }

export class DecimalMarkEvidence {
  /** The first number that only this mark can explain. */
  readonly #proofs: Partial<Record<DecimalMark, Example>> = {}
  /** The first number such as 1.234, which both marks can explain, by the mark that it contains. */
  readonly #ambiguous: Partial<Record<DecimalMark, Example>> = {}

  add(text: string, line: number) {
    const plain = withoutNumberMarks(text)
    if (!/[.,]/.test(plain)) return
    if (provesDecimalPoint.test(plain)) this.#proofs["."] ??= { text, line }
    else if (provesDecimalPoint.test(swapMarks(plain))) this.#proofs[","] ??= { text, line }
    else if (isAmbiguous.test(plain)) this.#ambiguous[plain.includes(".") ? "." : ","] ??= { text, line }
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

/**
 * Matches numbers that can only have a decimal point: 0.5, 1.23, 1.2345, 1234.5 and 1,234.56. Also matches 1,234,567,
 * because a comma that occurs twice separates thousands.
 */
const provesDecimalPoint =
  /^-?(?:\d*|\d{1,3}(?:,\d{3})+)\.(?:\d{1,2}|\d{4,})?(?:e[-+]?\d{1,2})?$|^-?(?:0|\d{4,})?\.\d+$|^-?\d{1,3}(?:,\d{3})+\.\d+$|^-?\d{1,3}(?:,\d{3}){2,}$/i
const isAmbiguous = /^-?\d{1,3}[.,]\d{3}$/

const swapMarks = (text: string) => text.replace(/[.,]/g, (mark) => (mark === "." ? "," : "."))

function ambiguous({ text, line }: Example) {
  const [asPoint, asComma] = [readNumber(text, ".") ?? "", readNumber(text, ",") ?? ""]
  return new ImportError(
    `${text} in line ${line} can mean ${asPoint} or ${asComma}, and no other number of the file shows which.`,
    { kind: "decimals", text, line, point: asPoint, comma: asComma },
  )
}
