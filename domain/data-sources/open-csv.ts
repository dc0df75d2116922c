/** Opens a CSV file: detects encoding and delimiter, reads the header and a sample, and streams the lines. */
import { createReadStream } from "node:fs"
import { open } from "node:fs/promises"
import { basename } from "node:path"
import { CsvError, type Options, parse } from "csv-parse"
import { ImportRefused } from "./import-refused"

export type Line = { number: number; cells: string[] }
export type CsvFile = {
  header: string[]
  delimiter: string
  /** The first lines, used to detect how dates and numbers are written. */
  sample: string[][]
  lines(onProgress: (doneBytes: number) => void): AsyncIterable<Line>
}

export async function openCsv(path: string): Promise<CsvFile> {
  const { text, encoding } = await readStart(path)
  const options = { ...shape, delimiter: likelyDelimiter(text), encoding }
  const [header, ...sample] = await firstLines(path, options)
  if (!header?.some((name) => name.trim() !== "")) throw new ImportRefused(`${basename(path)} is empty.`)
  if (sample.length === 0) throw new ImportRefused(`${basename(path)} has a header, but no data.`)
  const { delimiter } = options
  return { header, delimiter, sample, lines: (onProgress) => readLines(path, { ...options, from: 2 }, onProgress) }
}

const startBytes = 1 << 16
const sampleLines = 500
/** Without this limit, a quote that is never closed would consume the rest of the file. */
const maxLineBytes = 1 << 20

const shape: Options = {
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: maxLineBytes,
}

async function readStart(path: string) {
  const file = await open(path).catch((error) => {
    throw new ImportRefused(
      `Cannot read ${path}: ${error.code === "ENOENT" ? "the file does not exist" : error.message}.`,
    )
  })
  try {
    if ((await file.stat()).isDirectory()) throw new ImportRefused(`${path} is a folder, not a file.`)
    const { bytesRead, buffer } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0)
    const start = buffer.subarray(0, bytesRead)
    const encoding: BufferEncoding = start[0] === 0xff && start[1] === 0xfe ? "utf16le" : "utf8"
    if (encoding === "utf8" && start.includes(0))
      throw new ImportRefused(`${basename(path)} is not a text file. Export it as CSV.`)
    return { text: start.toString(encoding).replace(/^\ufeff/, ""), encoding }
  } finally {
    await file.close()
  }
}

function likelyDelimiter(text: string) {
  const [first = ""] = text.split(/\r?\n/, 1)
  const count = (mark: string) => first.split(mark).length
  return [",", ";", "\t", "|"].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}

async function firstLines(path: string, options: Options) {
  const found: string[][] = []
  for await (const { cells } of readLines(path, { ...options, to: sampleLines + 1 }, () => {})) found.push(cells)
  return found
}

async function* readLines(
  path: string,
  options: Options,
  onProgress: (doneBytes: number) => void,
): AsyncIterable<Line> {
  const source = createReadStream(path)
  const parser = source.pipe(parse({ ...options, info: true }))
  source.on("error", (error) => parser.destroy(error))
  try {
    let read = 0
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      yield { number: info.lines, cells: record }
      if (++read % 1_000 === 0) onProgress(source.bytesRead)
    }
    onProgress(source.bytesRead)
  } catch (error) {
    throw explained(error)
  } finally {
    source.destroy()
  }
}

function explained(error: unknown) {
  if (!(error instanceof CsvError)) return error
  const { lines } = error as CsvError & { lines?: number }
  if (error.code === "CSV_QUOTE_NOT_CLOSED" || error.code === "CSV_MAX_RECORD_SIZE")
    return new ImportRefused(
      `The quote that opens before line ${lines ?? "?"} is never closed, so the lines after it cannot be read.`,
    )
  return new ImportRefused(`Line ${lines ?? "?"} cannot be read: ${error.message}.`)
}
