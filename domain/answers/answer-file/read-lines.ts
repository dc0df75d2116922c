/** Reads a file line by line with bounded memory and reports its progress in bytes. */
import { createReadStream } from "node:fs"

export type Line = {
  /** Line number, starting at 1. */
  number: number
  /** Null when the line is too long or not UTF-8. */
  text: string | null
  /** Bytes from the start of the file to the end of this line. */
  doneBytes: number
}

/** Longer lines are reported by number and skipped. */
const maxLineBytes = 8 * 1024 * 1024
const newline = "\n".charCodeAt(0)

/** Yields every line that is not blank. A byte order mark at the start of the file is dropped. */
export async function* readLines(file: string): AsyncGenerator<Line> {
  let number = 0
  let doneBytes = 0
  /** The start of a line whose end has not been read yet. Empty if the line is already too long. */
  let lineStart: Buffer[] = []
  let lineStartBytes = 0
  /** Completes a line with its end. Returns null if it is blank. */
  const completeLine = (lineEnd: Buffer, newlineBytes: 0 | 1): Line | null => {
    number++
    const lineBytes = lineStartBytes + lineEnd.length
    doneBytes += lineBytes + newlineBytes
    const text = lineBytes > maxLineBytes ? null : decode(Buffer.concat([...lineStart, lineEnd]))
    lineStart = []
    lineStartBytes = 0
    return text?.trim() === "" ? null : { number, text, doneBytes }
  }
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      const line = completeLine(chunk.subarray(from, at), 1)
      from = at + 1
      if (line) yield line
    }
    const nextLineStart = chunk.subarray(from)
    lineStartBytes += nextLineStart.length
    if (lineStartBytes <= maxLineBytes) lineStart.push(nextLineStart)
    else lineStart = []
  }
  const lastLine = lineStartBytes > 0 ? completeLine(Buffer.alloc(0), 0) : null
  if (lastLine) yield lastLine
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

function decode(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}
