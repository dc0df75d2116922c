/** Converts the records of a file to rows of `incoming_line`, and collects the errors of all other records. */
import { isCurrency } from "@/domain/kernel/fields"
import { addDays } from "@/domain/metrics/calendar"
import type { ColumnValue } from "../facts/copy-rows"
import { type Notation, nameAndId } from "./detect-notation"
import type { LineError } from "./import-error"
import type { Layout } from "./layout"
import type { CsvFile, CsvRecord } from "./open-csv"
import { readDate, readNumber } from "./parse-cells"

/** The counts and errors of the lines that have been read so far. `readRows` updates it. */
export type FileReadState = {
  /** All lines below the header, including those with totals or errors. */
  lines_read: number
  /** Lines with totals over several days. They are not stored, because their days are in the file too. */
  total_lines: number
  /** Account -> currency, for every account in the file. */
  currencies: Map<string, string>
  /** The first errors. `errors_total` counts all of them. */
  errors: LineError[]
  errors_total: number
  /** Days of lines with an error. */
  incompleteDays: Set<string>
  /** True when a record has an error and no readable date. Then any day may be incomplete, and none can be imported. */
  hasUnknownDay: boolean
}

export const emptyFileReadState = (): FileReadState => ({
  lines_read: 0,
  total_lines: 0,
  currencies: new Map(),
  errors: [],
  errors_total: 0,
  incompleteDays: new Set(),
  hasUnknownDay: false,
})

export type Rules = Notation & {
  /** The current day in the client's time zone. */
  today: string
  /** The only account of the file. Null if its lines name their accounts. */
  account: string | null
  /** The currency of lines that do not name one. */
  currency: string
  transform: (value: string) => string | undefined
}

/** Yields the rows to store, and updates `reading`. Holds one record in memory at a time. */
export async function* readRows(
  file: CsvFile,
  layout: Layout,
  rules: Rules,
  reading: FileReadState,
  onProgress: (doneBytes: number) => void,
): AsyncIterable<ColumnValue[]> {
  for await (const record of file.records(onProgress)) {
    reading.lines_read++
    if (isTotal(record, layout)) {
      reading.total_lines++
      continue
    }
    const row = readRow(record, layout, rules, reading.currencies)
    if (typeof row === "string") addError(reading, record, row, readDate(record.cells[layout.date] ?? "", rules.dates))
    else yield row
  }
}

const maxStoredErrors = 1_000

function addError(reading: FileReadState, { line }: CsvRecord, detail: string, day: string | null) {
  if (day === null) reading.hasUnknownDay = true
  else reading.incompleteDays.add(day)
  if (++reading.errors_total <= maxStoredErrors) reading.errors.push({ line, detail, day })
}

/**
 * True for the records with totals that downloads contain. Either a cell starts with a word such as `Total` and the
 * record has no date, or all dimensions are empty and the record does not belong to a single day.
 */
function isTotal({ cells }: CsvRecord, { date, lastDay, dimensions }: Layout) {
  const day = cells[date]?.trim() ?? ""
  const hasYear = /\d{4}/.test(day)
  if (!hasYear && cells.some((cell) => totalWord.test(cell.trim()))) return true
  if (dimensions.length === 0) return false
  const hasDimension = dimensions.some((dimension) => nameAndId(dimension, cells).some((text) => text !== ""))
  const coversSeveralDays = lastDay !== null && (cells[lastDay]?.trim() ?? "") !== day
  return !hasDimension && (day === "" || coversSeveralDays)
}

/** English, French, Spanish and Portuguese write `total`. German, Italian and Dutch have words of their own. */
const totalWord = /^(?:(?:grand )?totals?|gesamt|totale|totaal)\b/i

const earliestDay = "2000-01-01"

/** Returns the row, or a message that says what is wrong with the record. */
function readRow(
  { cells }: CsvRecord,
  layout: Layout,
  rules: Rules,
  currencies: Map<string, string>,
): ColumnValue[] | string {
  if (cells.length !== layout.width) return `has ${cells.length} columns, but the header has ${layout.width}`
  const date = readDate(cells[layout.date] ?? "", rules.dates)
  if (date === null) return `"${cells[layout.date]}" is not a date`
  // Tomorrow is allowed, because the account's time zone can be ahead of the client's.
  const latestDay = addDays(rules.today, 1)
  if (date < earliestDay) return `${date} is before ${earliestDay}`
  if (date > latestDay) return `${date} is in the future`
  if (layout.lastDay !== null && readDate(cells[layout.lastDay] ?? "", rules.dates) !== date)
    return `covers ${cells[layout.date]} to ${cells[layout.lastDay]}. Export it with a line for each day`
  const account = layout.accountId(cellOf(cells, layout.account)) || rules.account
  if (account === null) return "names no account"
  if (rules.account !== null && rules.account !== account) return `belongs to account ${account}, not ${rules.account}`
  const currency = (cellOf(cells, layout.currency) || rules.currency).toUpperCase()
  if (!isCurrency(currency)) return `"${currency}" is not a currency`
  const knownCurrency = currencies.get(account) ?? currency
  if (knownCurrency !== currency) return `is in ${currency}, but account ${account} is in ${knownCurrency}`
  const numbers = readNumbers(cells, layout, rules)
  if (typeof numbers === "string") return numbers
  const values = layout.dimensions.map(
    (dimension, position) => rules.names[position]?.storedAs(...nameAndId(dimension, cells)) || notSet,
  )
  if ([account, ...values].some((text) => text.includes("\0"))) return "contains the character NUL"
  currencies.set(account, currency)
  return [account, date, ...values, ...numbers]
}

const notSet = "(not set)"

const cellOf = (cells: string[], column: number | null) => (column === null ? "" : (cells[column]?.trim() ?? ""))

function readNumbers(cells: string[], layout: Layout, { decimalMark, transform }: Rules) {
  const numbers: (string | null)[] = []
  for (const { name, index, canBeNegative } of layout.numbers) {
    const number = readNumber(cells[index] ?? "", decimalMark)
    if (number === undefined) return `${name}: "${cells[index]}" is not a number`
    const value = number === null ? null : transform(number)
    if (value === undefined) return `${name}: ${cells[index]} is too large after the transform`
    if (value?.startsWith("-") && !canBeNegative && Number(value) < 0) return `${name}: ${cells[index]} is negative`
    numbers.push(value)
  }
  return numbers
}
