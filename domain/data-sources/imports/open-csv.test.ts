import type { ReadStream } from "node:fs"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { type CsvFile, openCsv } from "./open-csv"

/** The streams with which the file was read after its encoding was detected. */
const streams = vi.hoisted(() => [] as ReadStream[])
vi.mock("./encoding", async (importOriginal) => {
  const original = await importOriginal<typeof import("./encoding")>()
  const decodedText = (...args: Parameters<typeof original.decodedText>) => {
    const opened = original.decodedText(...args)
    streams.push(opened.bytes)
    return opened
  }
  return { ...original, decodedText }
})

const bytesRead = () => streams.reduce((total, stream) => total + stream.bytesRead, 0)

function open(content: string | Buffer) {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-open-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, "figures.csv")
  writeFileSync(file, content)
  streams.length = 0
  return openCsv(file)
}

const kibibyte = 1_024
const manyCommas = ",".repeat(20_000_000)
const headerOf = (width: number) => ["date", ...Array.from({ length: width - 1 }, (_, n) => `m${n}`)].join(",")
const lineOf = (width: number) => `2026-10-01${",1".repeat(width - 1)}`
const longFirstLine = {
  name: "ImportError",
  message: "The first line is longer than 256 KB. Check that the file is a CSV file with line breaks.",
}
const tooManyColumns = (line: number) => ({
  name: "ImportError",
  message: `Line ${line} has more than 1,000 columns, the limit for a file. Export fewer columns, and import the file again.`,
})
const tooLongRow = (line: number, megabytes: number) => ({
  name: "ImportError",
  message: `The row that contains line ${line} is longer than ${megabytes} MB. Check that the file has line breaks and that every quote is closed.`,
})
async function readAll(file: CsvFile) {
  for await (const _ of file.records(() => {}));
}

describe("the first line of a file", () => {
  it("is refused after 256 KiB without a line break", async () => {
    await expect(open(manyCommas)).rejects.toMatchObject(longFirstLine)
    expect(bytesRead()).toBeLessThanOrEqual(256 * kibibyte)
  })

  it("is refused after 256 KiB in UTF-16 too", async () => {
    await expect(open(Buffer.from(`\ufeff${manyCommas}`, "utf16le"))).rejects.toMatchObject(longFirstLine)
    expect(bytesRead()).toBeLessThanOrEqual(256 * kibibyte)
  })

  it("may be followed by more than 256 KiB in which a character is cut", async () => {
    const file = await open(`date,sessions,page\n2026-10-01,1,"${"€".repeat(100_000)}"\n`)
    expect(file.header).toEqual(["date", "sessions", "page"])
  })

  it("may end with a carriage return, in a file of any size", async () => {
    const file = await open(`date,sessions\r${"2026-10-01,1\r".repeat(30_000)}`)
    expect(file).toMatchObject({ header: ["date", "sessions"], preamble: [], delimiter: "," })
  })
})

describe("a file with many columns", () => {
  it("is accepted with 1,000 columns", async () => {
    const file = await open(`${headerOf(1_000)}\n${lineOf(1_000)}\n`)
    expect(file.header).toHaveLength(1_000)
  })

  it("is refused with 1,001 columns", async () => {
    await expect(open(`${headerOf(1_001)}\n${lineOf(1_001)}\n`)).rejects.toMatchObject(tooManyColumns(1))
  })

  it("is refused with 1,001 columns below a title", async () => {
    const content = `Report\nOctober 2026\n${headerOf(1_001)}\n${lineOf(1_001)}\n`
    await expect(open(content)).rejects.toMatchObject(tooManyColumns(3))
  })

  it("is refused when its header has 200,000 empty names", async () => {
    await expect(open(`date${",".repeat(200_000)}\n2026-10-01,1\n`)).rejects.toMatchObject(tooManyColumns(1))
  })

  it("is refused after 2 MB of delimiters in one line", async () => {
    await expect(open(`date,sessions\n${manyCommas}\n`)).rejects.toMatchObject(tooLongRow(2, 2))
    expect(bytesRead()).toBeLessThan(3_072 * kibibyte)
  })

  it("is refused after 2 MB of delimiters, even if quotes contain line breaks", async () => {
    const file = await open(`date,sessions\n2026-10-01,1\n${'"\n",,'.repeat(4_000_000)}\n`)
    streams.length = 0
    await expect(readAll(file)).rejects.toMatchObject({ name: "ImportError", message: expect.stringMatching(/2 MB/) })
    expect(bytesRead()).toBeLessThan(3_072 * kibibyte)
  })

  it("is refused at a later line with 1,001 columns", async () => {
    const file = await open(`date,sessions\n2026-10-01,1\n${lineOf(1_001)}\n`)
    await expect(readAll(file)).rejects.toMatchObject(tooManyColumns(3))
  })

  it("may contain more than 2 MB of empty lines", async () => {
    const file = await open(`date,sessions\n${"\n".repeat(4_000_000)}2026-10-01,1\n`)
    expect(file.header).toEqual(["date", "sessions"])
  })

  it("does not count the delimiters inside quotes", async () => {
    const file = await open(`when,sessions,tags\n2026-10-01,1,"${"a,".repeat(2_000)}"\n`)
    expect(file).toMatchObject({ header: ["when", "sessions", "tags"], delimiter: "," })
  })
})

describe("a long row", () => {
  it("is refused after 1 MB of text, without blaming a quote", async () => {
    const file = await open(`date,page\n2026-10-01,a\n2026-10-02,${"a".repeat(1_100_000)}\n`)
    await expect(readAll(file)).rejects.toMatchObject(tooLongRow(3, 1))
  })

  it("is refused after 1 MB of lines in a quote that is not closed", async () => {
    const file = await open(`date,page\n2026-10-01,a\n2026-10-02,"${"a\n".repeat(700_000)}`)
    await expect(readAll(file)).rejects.toMatchObject({ message: expect.stringMatching(/^The row that .* 1 MB/) })
  })

  it("is explained by its quote when the file ends first", async () => {
    const file = await open('date,page\n2026-10-01,a\n2026-10-02,"a\n2026-10-03,a\n')
    await expect(readAll(file)).rejects.toThrow("The quote that opens before line 4 is never closed")
  })
})

describe("the header", () => {
  it.each([",", ";", "\t", "|"])("may be delimited by %j", async (delimiter) => {
    const file = await open(`${["date", "ad spend", "clicks"].join(delimiter)}\n2026-10-01${delimiter}1${delimiter}2\n`)
    expect(file).toMatchObject({ delimiter, header: ["date", "ad spend", "clicks"] })
  })

  it("may follow lines with a title, a date range and a comment", async () => {
    const file = await open('# made by hand\r\nReport\r\n"1, 2, 3 October"\r\n\r\nday;sessions\r\n2026-10-01;1\r\n')
    expect(file).toMatchObject({
      delimiter: ";",
      header: ["day", "sessions"],
      preamble: ["# made by hand", "Report", '"1, 2, 3 October"', ""],
    })
  })

  it("is searched in 30 lines", async () => {
    const below = (count: number) => `${"Title\n".repeat(count)}date,sessions\n2026-10-01,1\n`
    expect(await open(below(29))).toMatchObject({ header: ["date", "sessions"] })
    expect(await open(below(30))).toMatchObject({ header: ["Title"], preamble: [] })
  })

  it("is the first line with text when no column is named like a date", async () => {
    expect(await open("\n# comment\nwhen,sessions\n2026-10-01,1\n")).toMatchObject({
      header: ["when", "sessions"],
      preamble: ["", "# comment"],
    })
  })
})
