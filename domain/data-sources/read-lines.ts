/** Converts the lines of a file to database rows, and collects errors in the other lines. */
import { addDays } from "@/domain/metrics/calendar"
import type { Cell } from "./copy-rows"
import type { Layout } from "./layout"
import type { CsvFile, Line } from "./open-csv"
import { dateOrderOf, readDate } from "./written-date"
import { decimalMarkOf, readNumber } from "./written-number"

export type LineError = { line: number; detail: string }

export type Reading = {
  lines_read: number
  /** Account -> currency, for every account in the file. */
  currencies: Map<string, string>
  errors: LineError[]
  errors_total: number
}

type Rules = { today: string; account: string; currency: string; transform: (value: string) => string }

/** Holds one line in memory at a time, and stores only the first errors. */
export async function* readRows(
  file: CsvFile,
  layout: Layout,
  rules: Rules,
  reading: Reading,
  onProgress: (doneBytes: number) => void,
): AsyncIterable<Cell[]> {
  const read = lineReader(layout, file, rules, reading.currencies)
  for await (const line of file.lines(onProgress)) {
    reading.lines_read++
    const row = read(line)
    if (typeof row !== "string") yield row
    else if (++reading.errors_total <= keptErrors) reading.errors.push({ line: line.number, detail: row })
  }
}

const keptErrors = 1_000
const firstDay = "2000-01-01"

function lineReader(layout: Layout, file: CsvFile, rules: Rules, currencies: Map<string, string>) {
  const numbersOf = (line: string[]) => layout.numbers.map(({ index }) => line[index] ?? "")
  const mark = decimalMarkOf(file.sample.flatMap(numbersOf), file.delimiter)
  const order = dateOrderOf(file.sample.map((cells) => cells[layout.date] ?? ""))
  const lastDay = addDays(rules.today, 1)

  /** Returns the row, or a message that says what is wrong with the line. */
  return ({ cells }: Line): Cell[] | string => {
    if (cells.length !== layout.width) return `has ${cells.length} columns, but the header has ${layout.width}`
    const date = readDate(cells[layout.date] ?? "", order)
    if (date === null) return `"${cells[layout.date]}" is not a date`
    if (date < firstDay || date > lastDay)
      return `${date} is ${date > lastDay ? "in the future" : `before ${firstDay}`}`
    const account = (layout.account !== null && cells[layout.account]?.trim()) || rules.account
    const currency = ((layout.currency !== null && cells[layout.currency]?.trim()) || rules.currency).toUpperCase()
    const known = currencies.get(account)
    if (!/^[A-Z]{3}$/.test(currency)) return `"${currency}" is not a currency`
    if (known !== undefined && known !== currency) return `is in ${currency}, but account ${account} is in ${known}`
    const numbers: (string | null)[] = []
    for (const { name, index } of layout.numbers) {
      const number = readNumber(cells[index] ?? "", mark)
      if (number === undefined) return `${name}: "${cells[index]}" is not a number`
      numbers.push(number === null ? null : rules.transform(number))
    }
    currencies.set(account, currency)
    return [account, date, ...layout.dimensions.map(({ index }) => cells[index]?.trim() || notSet), ...numbers]
  }
}

const notSet = "(not set)"
