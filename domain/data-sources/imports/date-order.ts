/**
 * Determines from all dates of a file whether the day or the month comes first. Throws if both orders can read every
 * date and give different days.
 */
import { ImportError } from "./import-error"
import { type DateOrder, readDate, yearLastDate } from "./parse-cells"

type Reading = { isPossible: boolean; from: string; to: string }
type Example = { text: string; line: number }

export class DateOrderEvidence {
  readonly #readings: Record<"dmy" | "mdy", Reading> = { dmy: emptyReading(), mdy: emptyReading() }
  /** A date that only one order can read, for each order. */
  readonly #proofs: Partial<Record<"dmy" | "mdy", Example>> = {}
  #first: string | undefined
  #last = ""
  #isSame = true

  /** Dates that start with the year, and text that is no date at all, say nothing about the order. */
  add(text: string, line: number) {
    if (!yearLastDate.test(text.trim())) return
    const days = { dmy: readDate(text, "dmy"), mdy: readDate(text, "mdy") }
    if (days.dmy === null && days.mdy === null) return
    this.#first ??= text.trim()
    this.#last = text.trim()
    if (days.dmy !== days.mdy) this.#isSame = false
    if (days.dmy === null) this.#prove("mdy", { text: text.trim(), line })
    else widen(this.#readings.dmy, days.dmy)
    if (days.mdy === null) this.#prove("dmy", { text: text.trim(), line })
    else widen(this.#readings.mdy, days.mdy)
  }

  /** Only `order` can read the date of the example. */
  #prove(order: "dmy" | "mdy", example: Example) {
    this.#readings[order === "dmy" ? "mdy" : "dmy"].isPossible = false
    this.#proofs[order] ??= example
  }

  /** False when all dates start with the year, so that the order does not matter. */
  get isOrderRelevant() {
    return this.#first !== undefined
  }

  /**
   * Throws ImportError when both orders can read every date as different days, or when neither order can read every
   * date.
   */
  order(): DateOrder {
    const { dmy, mdy } = this.#readings
    if (this.#first === undefined || this.#isSame) return "dmy"
    if (dmy.isPossible && mdy.isPossible) throw this.#ambiguous()
    if (!dmy.isPossible && !mdy.isPossible) throw this.#contradictory()
    return dmy.isPossible ? "dmy" : "mdy"
  }

  #ambiguous() {
    const [dmy, mdy] = [daysOf(this.#readings.dmy), daysOf(this.#readings.mdy)]
    return new ImportError(
      `The dates ${this.#first} to ${this.#last} can be read in two ways: day first they are ${dmy.from} to ${dmy.to}, month first they are ${mdy.from} to ${mdy.to}.`,
      { kind: "dates", first: this.#first ?? "", last: this.#last, dmy, mdy },
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
