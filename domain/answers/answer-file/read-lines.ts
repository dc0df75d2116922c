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

/** Yields every line that is not blank. A byte order mark at the start of the file is dropped. */
export async function* readLines(file: string): AsyncGenerator<Line> {
  let [number, doneBytes, heldBytes] = [0, 0, 0]
  let held: Buffer[] = []
  const end = (tail: Buffer, newline: number): Line | null => {
    number++
    doneBytes += heldBytes + tail.length + newline
    const text = heldBytes + tail.length > maxLineBytes ? null : decode(Buffer.concat([...held, tail]))
    held = []
    heldBytes = 0
    return text?.trim() === "" ? null : { number, text, doneBytes }
  }
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const line = end(chunk.subarray(from, at), 1)
      from = at + 1
      if (line) yield line
    }
    const rest = chunk.subarray(from)
    heldBytes += rest.length
    if (heldBytes <= maxLineBytes) held.push(rest)
    else held = []
  }
  const last = heldBytes > 0 ? end(Buffer.alloc(0), 0) : null
  if (last) yield last
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

function decode(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}
