/**
 * Opens a CSV file: detects encoding, delimiter and header, and streams the records below the header. A record is one
 * line, or several lines if a quoted cell contains line breaks. Messages to users call it a line or a row.
 */
import { statSync } from "node:fs"
import { basename } from "node:path"
import { pipeline } from "node:stream"
import { CsvError, type Options, type Parser, parse } from "csv-parse"
import { decodedText, detectEncoding, type Encoding } from "./encoding"
import { dateColumns } from "./file-formats"
import { columnName } from "./file-formats/file-format"
import { ImportError } from "./import-error"

/** `line`: the number of the record's last line in the file. */
export type CsvRecord = { line: number; cells: string[] }
export type CsvFile = {
  header: string[]
  /** Lines above the header, such as a title and a date range. */
  preamble: string[]
  delimiter: string
  encoding: Encoding
  /** The size of the file. */
  bytes: number
  records(onProgress: (doneBytes: number) => void): AsyncIterable<CsvRecord>
}

export async function openCsv(path: string): Promise<CsvFile> {
  const encoding = await detectEncoding(path)
  const { delimiter, lineNumber, preamble } = findHeader(await readFirstLines(path, encoding))
  // `from_line` counts the lines of the file. `from` and `to` count the records after it, where the header is record 1.
  const options = { ...parserOptions, delimiter, from_line: lineNumber }
  const [header, firstRecord] = await readFirstRecords(path, encoding, options)
  if (!header?.some((name) => name.trim() !== "")) throw new ImportError(`${basename(path)} is empty.`)
  if (!firstRecord) throw new ImportError(`${basename(path)} has a header, but no data.`)
  const records: CsvFile["records"] = (onProgress) => readRecords(path, encoding, { ...options, from: 2 }, onProgress)
  return { header, preamble, delimiter, encoding, bytes: statSync(path).size, records }
}

const mebibyte = 1_024 * 1_024

/** Without this limit, a quote that is never closed would consume the rest of the file. */
const maxRecordBytes = mebibyte

/**
 * The parser's `max_record_size` does not count delimiters, so a record of delimiters alone would grow without a limit.
 * This limit counts all characters of a record. It is larger than `maxRecordBytes`, because it is checked per chunk.
 */
const maxRecordCharacters = 2 * mebibyte

/** The preview stores and shows every column. Exports of the platforms have at most a few dozen. */
const maxColumns = 1_000

const parserOptions: Options = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: maxRecordBytes,
}

const delimiters = [",", ";", "\t", "|"]
/** Downloads have a title, a date range or comments above the header. */
const maxPreambleLines = 30
/** The header must end within this many bytes of the file. */
const maxStartBytes = 256 * 1_024

/**
 * The header is the first line with several columns of which one is named like a date. Only the first 30 lines are
 * searched. Without such a line, the header is the first line that is neither empty nor a comment.
 */
function findHeader(lines: string[]) {
  // Splits at most one column past the limit. `readRecords` rejects wider files.
  const splitBy = (delimiter: string, line: string) =>
    line.split(delimiter, maxColumns + 1).map((cell) => columnName(cell.replace(/^\s*"|"\s*$/g, "")))
  for (const [index, line] of lines.slice(0, maxPreambleLines).entries()) {
    const delimiter = likelyDelimiter(line)
    const names = splitBy(delimiter, line)
    if (names.length > 1 && !line.startsWith("#") && names.some((name) => dateColumns.has(name)))
      return { delimiter, lineNumber: index + 1, preamble: lines.slice(0, index) }
  }
  const firstIndex = Math.max(
    lines.findIndex((line) => line.trim() !== "" && !line.startsWith("#")),
    0,
  )
  const delimiter = likelyDelimiter(lines[firstIndex] ?? "")
  return { delimiter, lineNumber: firstIndex + 1, preamble: lines.slice(0, firstIndex) }
}

function likelyDelimiter(line: string) {
  const counts = delimiters.map((delimiter) => countOf(delimiter, line))
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ","
}

/** Counts without splitting the text, because a split creates a string per delimiter. */
function countOf(character: string, text: string) {
  let count = 0
  for (let index = text.indexOf(character); index >= 0; index = text.indexOf(character, index + 1)) count++
  return count
}

/** Returns the first lines of the file. Reads at most `maxStartBytes`, and leaves out a line that is cut there. */
async function readFirstLines(path: string, encoding: Encoding): Promise<string[]> {
  const { bytes, text } = decodedText(path, encoding, maxStartBytes)
  let start = ""
  let lineBreaks = 0
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      start += chunk
      lineBreaks += countOf("\n", chunk)
      if (lineBreaks > maxPreambleLines) break
    }
  } finally {
    bytes.destroy()
  }
  // Some old files end their lines with a carriage return alone.
  const lines = start.split(lineBreaks > 0 ? /\r?\n/ : "\r")
  const isCut = lineBreaks <= maxPreambleLines && statSync(path).size > maxStartBytes
  const complete = isCut ? lines.slice(0, -1) : lines
  if (complete.length === 0)
    throw new ImportError("The first line is longer than 256 KB. Check that the file is a CSV file with line breaks.")
  return complete.slice(0, maxPreambleLines + 1)
}

/** Returns the cells of the header and of the first record below it. */
async function readFirstRecords(path: string, encoding: Encoding, options: Options) {
  const records: string[][] = []
  for await (const { cells } of readRecords(path, encoding, { ...options, to: 2 }, () => {})) records.push(cells)
  return records
}

/** Reports the progress after this many records. */
const recordsPerProgress = 1_000

async function* readRecords(
  path: string,
  encoding: Encoding,
  options: Options,
  onProgress: (doneBytes: number) => void,
): AsyncIterable<CsvRecord> {
  const { bytes, text } = decodedText(path, encoding)
  const parser = parse({ ...options, info: true })
  // The loop below receives the error of every stream from the parser.
  pipeline(
    text,
    (chunks: AsyncIterable<string>) => limitRecords(chunks, parser),
    parser,
    () => {},
  )
  try {
    let recordsRead = 0
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (record.length > maxColumns) throw tooManyColumns(info.lines)
      yield { line: info.lines, cells: record }
      if (++recordsRead % recordsPerProgress === 0) onProgress(bytes.bytesRead)
    }
    onProgress(bytes.bytesRead)
  } catch (error) {
    throw explainCsvError(error)
  } finally {
    bytes.destroy()
  }
}

/** Passes the text on to the parser. Throws ImportError when a record is longer than `maxRecordCharacters`. */
async function* limitRecords(chunks: AsyncIterable<string>, parser: Parser) {
  let parsedRecords = 0
  let charactersInRecord = 0
  for await (const chunk of chunks) {
    const { records, empty_lines, lines } = parser.info
    if (records + empty_lines !== parsedRecords) charactersInRecord = 0
    parsedRecords = records + empty_lines
    charactersInRecord += chunk.length
    if (charactersInRecord > maxRecordCharacters) throw tooLongRow(lines, maxRecordCharacters)
    yield chunk
  }
}

const tooManyColumns = (line: number) =>
  new ImportError(
    `Line ${line} has more than ${maxColumns.toLocaleString("en")} columns, the limit for a file. Export fewer columns, and import the file again.`,
  )

/** `line`: the line that was being read. With line breaks in quotes, the row starts in an earlier line. */
const tooLongRow = (line: number | "?", limit: number) =>
  new ImportError(
    `The row that contains line ${line} is longer than ${limit / mebibyte} MB. Check that the file has line breaks and that every quote is closed.`,
  )

function explainCsvError(error: unknown) {
  if (!(error instanceof CsvError)) return error
  const { lines = "?" } = error as CsvError & { lines?: number }
  if (error.code === "CSV_MAX_RECORD_SIZE") return tooLongRow(lines, maxRecordBytes)
  if (error.code === "CSV_QUOTE_NOT_CLOSED")
    return new ImportError(
      `The quote that opens before line ${lines} is never closed, so the lines after it cannot be read.`,
    )
  return new ImportError(`Line ${lines} cannot be read: ${error.message}.`)
}
