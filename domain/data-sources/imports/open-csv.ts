/** Opens a CSV file: detects encoding, delimiter and header line, and streams the lines below the header. */
import { statSync } from "node:fs"
import { basename } from "node:path"
import { CsvError, type Options, parse } from "csv-parse"
import { decodedText, detectEncoding, type Encoding } from "./encoding"
import { dateColumns } from "./file-formats"
import { columnName } from "./file-formats/file-format"
import { ImportError } from "./import-error"

export type Line = { number: number; cells: string[] }
export type CsvFile = {
  header: string[]
  /** Lines above the header, such as a title and a date range. */
  preamble: string[]
  delimiter: string
  encoding: Encoding
  /** The size of the file. */
  bytes: number
  lines(onProgress: (doneBytes: number) => void): AsyncIterable<Line>
}

export async function openCsv(path: string): Promise<CsvFile> {
  const encoding = await detectEncoding(path)
  const { delimiter, lineNumber, preamble } = findHeader(await firstTextLines(path, encoding))
  // `from_line` counts the lines of the file. `from` and `to` count the records after it, where the header is record 1.
  const options = { ...parserOptions, delimiter, from_line: lineNumber }
  const [header, firstLine] = await firstCsvLines(path, encoding, options)
  if (!header?.some((name) => name.trim() !== "")) throw new ImportError(`${basename(path)} is empty.`)
  if (!firstLine) throw new ImportError(`${basename(path)} has a header, but no data.`)
  const lines: CsvFile["lines"] = (onProgress) => readLines(path, encoding, { ...options, from: 2 }, onProgress)
  return { header, preamble, delimiter, encoding, bytes: statSync(path).size, lines }
}

/** Without this limit, a quote that is never closed would consume the rest of the file. */
const maxLineBytes = 1_024 * 1_024

const parserOptions: Options = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: maxLineBytes,
}

const delimiters = [",", ";", "\t", "|"]
/** Downloads have a title, a date range or comments above the header. */
const maxPreambleLines = 30

/**
 * The header is the first line with several columns of which one is named like a date. Only the first 30 lines are
 * searched. Without such a line, the header is the first line that is neither empty nor a comment.
 */
function findHeader(lines: string[]) {
  const splitBy = (delimiter: string, line: string) =>
    line.split(delimiter).map((cell) => columnName(cell.replace(/^\s*"|"\s*$/g, "")))
  for (const [index, line] of lines.slice(0, maxPreambleLines).entries()) {
    const delimiter = likelyDelimiter(line)
    const names = splitBy(delimiter, line)
    if (names.length > 1 && !line.startsWith("#") && names.some((name) => dateColumns.has(name)))
      return { delimiter, lineNumber: index + 1, preamble: lines.slice(0, index) }
  }
  const first = Math.max(
    lines.findIndex((line) => line.trim() !== "" && !line.startsWith("#")),
    0,
  )
  return { delimiter: likelyDelimiter(lines[first] ?? ""), lineNumber: first + 1, preamble: lines.slice(0, first) }
}

function likelyDelimiter(line: string) {
  const count = (delimiter: string) => line.split(delimiter).length
  return delimiters.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}

async function firstTextLines(path: string, encoding: Encoding): Promise<string[]> {
  const { bytes, text } = decodedText(path, encoding)
  let start = ""
  try {
    for await (const chunk of text) {
      start += chunk
      if (start.split("\n", maxPreambleLines + 1).length > maxPreambleLines) break
    }
    return start.split(/\r?\n/)
  } finally {
    bytes.destroy()
  }
}

async function firstCsvLines(path: string, encoding: Encoding, options: Options) {
  const found: string[][] = []
  for await (const { cells } of readLines(path, encoding, { ...options, to: 2 }, () => {})) found.push(cells)
  return found
}

async function* readLines(
  path: string,
  encoding: Encoding,
  options: Options,
  onProgress: (doneBytes: number) => void,
): AsyncIterable<Line> {
  const { bytes, text } = decodedText(path, encoding)
  const parser = text.pipe(parse({ ...options, info: true }))
  text.on("error", (error) => parser.destroy(error))
  try {
    let read = 0
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      yield { number: info.lines, cells: record }
      if (++read % 1_000 === 0) onProgress(bytes.bytesRead)
    }
    onProgress(bytes.bytesRead)
  } catch (error) {
    throw explainCsvError(error)
  } finally {
    bytes.destroy()
  }
}

function explainCsvError(error: unknown) {
  if (!(error instanceof CsvError)) return error
  const { lines } = error as CsvError & { lines?: number }
  // A quote that is never closed also makes a record longer than the limit.
  if (error.code === "CSV_QUOTE_NOT_CLOSED" || error.code === "CSV_MAX_RECORD_SIZE")
    return new ImportError(
      `The quote that opens before line ${lines ?? "?"} is never closed, so the lines after it cannot be read.`,
    )
  return new ImportError(`Line ${lines ?? "?"} cannot be read: ${error.message}.`)
}
