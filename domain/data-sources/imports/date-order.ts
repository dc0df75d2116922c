/**
 * Determines from all dates of a file whether the day or the month comes first. Throws if both orders can read every
 * date and give different days.
 */
import { ImportError } from "./import-error"
import { type DateOrder, readDate, yearLastPattern } from "./parse-cells"

type Reading = { isPossible: boolean; from: string; to: string }
type Example = { text: string; line: number }

export class DateOrderEvidence {
  readonly #readings: Record<"dmy" | "mdy", Reading> = { dmy: emptyReading(), mdy: emptyReading() }
  /** A date that only one order can read, for each order. */
  readonly #proofs: Partial<Record<"dmy" | "mdy", Example>> = {}
  /** The first and the last date of the file that end with the year, as they are written. */
  #firstText: string | undefined
  #lastText = ""
  /** True while both orders read every date as the same day, such as 5/5/2026. */
  #ordersAgree = true

  /** Dates that start with the year, and text that is no date at all, do not show the order. */
  add(text: string, line: number) {
    const date = text.trim()
    if (!yearLastPattern.test(date)) return
    const dayFirst = readDate(date, "dmy")
    const monthFirst = readDate(date, "mdy")
    if (dayFirst === null && monthFirst === null) return
    this.#firstText ??= date
    this.#lastText = date
    if (dayFirst !== monthFirst) this.#ordersAgree = false
    if (dayFirst === null) this.#rejectDayFirst({ text: date, line })
    else widen(this.#readings.dmy, dayFirst)
    if (monthFirst === null) this.#rejectMonthFirst({ text: date, line })
    else widen(this.#readings.mdy, monthFirst)
  }

  #rejectDayFirst(monthFirstDate: Example) {
    this.#readings.dmy.isPossible = false
    this.#proofs.mdy ??= monthFirstDate
  }

  #rejectMonthFirst(dayFirstDate: Example) {
    this.#readings.mdy.isPossible = false
    this.#proofs.dmy ??= dayFirstDate
  }

  /** False when all dates start with the year, so that the order does not matter. */
  get isOrderRelevant() {
    return this.#firstText !== undefined
  }

  /**
   * Throws ImportError when both orders can read every date as different days, or when neither order can read every
   * date.
   */
  order(): DateOrder {
    const { dmy, mdy } = this.#readings
    if (this.#firstText === undefined || this.#ordersAgree) return "dmy"
    if (dmy.isPossible && mdy.isPossible) throw this.#ambiguous()
    if (!dmy.isPossible && !mdy.isPossible) throw this.#contradictory()
    return dmy.isPossible ? "dmy" : "mdy"
  }

  #ambiguous() {
    const dmy = daysOf(this.#readings.dmy)
    const mdy = daysOf(this.#readings.mdy)
    return new ImportError(
      `The dates ${this.#firstText} to ${this.#lastText} can be read in two ways: day first they are ${dmy.from} to ${dmy.to}, month first they are ${mdy.from} to ${mdy.to}.`,
      { kind: "dates", first: this.#firstText ?? "", last: this.#lastText, dmy, mdy },
    )
  }

  #contradictory() {
    const { dmy, mdy } = this.#proofs
    return new ImportError(
      `The file writes dates in two ways: ${dmy?.text} in line ${dmy?.line} has the day first, ${mdy?.text} in line ${mdy?.line} has the month first. Write them in one way, such as 2026-11-30.`,
    )
  }
}

const daysOf = ({ from, to }: Reading) => ({ from, to })

const emptyReading = (): Reading => ({ isPossible: true, from: "9999-12-31", to: "0000-01-01" })

function widen(reading: Reading, day: string) {
  if (day < reading.from) reading.from = day
  if (day > reading.to) reading.to = day
}
