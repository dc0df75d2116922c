/** Reads a file line by line with bounded memory, and says how far it has come. */
import { createReadStream } from "node:fs"

export type Line = {
  /** From 1. */
  number: number
  /** Null: too long or not UTF-8. */
  text: string | null
  /** Bytes of the file up to the end of this line. */
  doneBytes: number
}

/** Longer lines are no answers: they are told by number and left out. */
const maxLineBytes = 8 * 1024 * 1024

/** Every line that is not blank; a byte order mark at the start is no part of the first. */
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
