/** Detects the character encoding of a text file, and decodes it as a stream. */
import { createReadStream } from "node:fs"
import { open } from "node:fs/promises"
import { basename } from "node:path"
import { pipeline, type Transform } from "node:stream"
import iconv from "iconv-lite"
import { ImportError } from "./import-error"

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252"

/**
 * Reads the byte order mark, or else the whole file: its first letter outside ASCII may be near the end. A file that is
 * neither UTF-8 nor plausible as Windows-1252 is refused, because its names would be stored as broken characters.
 */
export async function detectEncoding(path: string): Promise<Encoding> {
  const start = await readStart(path)
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le"
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be"
  if (start.includes(0)) throw new ImportError(`${basename(path)} is not a text file. Export it as CSV.`)
  if (await isUtf8(path)) return "utf-8"
  if (await isWesternEuropean(path)) return "windows-1252"
  throw new ImportError(
    `${basename(path)} is encoded neither in UTF-8 or UTF-16 nor in Windows-1252. Save it as UTF-8 and import it again.`,
  )
}

/**
 * Streams the file's text without its byte order mark, up to `maxBytes` of the file. `bytes.bytesRead` is the number of
 * bytes read.
 */
export function decodedText(path: string, encoding: Encoding, maxBytes = Number.POSITIVE_INFINITY) {
  const bytes = createReadStream(path, { end: maxBytes - 1 })
  // If the caller closes the text early, the file is closed, too.
  const text = pipeline(bytes, iconv.decodeStream(encoding) as Transform, () => {})
  return { bytes, text }
}

const startBytes = 64 * 1_024

async function readStart(path: string) {
  const file = await open(path).catch((error) => {
    throw new ImportError(
      `Cannot read ${path}: ${error.code === "ENOENT" ? "the file does not exist" : error.message}.`,
    )
  })
  try {
    if ((await file.stat()).isDirectory()) throw new ImportError(`${path} is a folder, not a file.`)
    const { bytesRead, buffer } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function isUtf8(path: string) {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  try {
    for await (const chunk of createReadStream(path)) decoder.decode(chunk, { stream: true })
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Decoding as Windows-1252 never fails. A file with text that is typical of another encoding is therefore rejected. */
async function isWesternEuropean(path: string) {
  let end = ""
  for await (const chunk of decodedText(path, "windows-1252").text) {
    const text = end + chunk
    if (signsOfOtherEncodings.some((sign) => sign.test(text))) return false
    end = text.slice(-8)
  }
  return true
}

/** The comments show how words in other encodings look when they are decoded as Windows-1252. */
const signsOfOtherEncodings = [
  /[\u0080-\u009f\ufffd]/, // characters that Windows-1252 does not have
  /[À-ÖØ-öø-ÿ]{4}/, // Cyrillic, Greek, Hebrew, Arabic: `Áðåíä`
  /\p{Ll}[ŠŒŽÀ-ÖØ-Þ]/u, // Mac Roman: `CafŽ`
  /\p{L}[¡-¨«¬¯±-³µ¶¸¹»-¿×÷‚„“‹›†‡ˆ‰•˜]+\p{L}/u, // a symbol inside a word, in most encodings: `Ksi¹¿ka`
  /(?:^|[^\p{L}\p{N}])[¢£¥]\p{Ll}/u, // central European: `£ódŸ`
  /[¢-¾×÷]{2}/, // Chinese and Korean: `´º¼¾`
  /ƒ|‚[^\p{L}]/u, // Japanese: `ƒuƒ‰ƒ“ƒh`
  /[^\0-\x7f][\\^`{}~]/, // Japanese and Chinese: `“ú–{Œê`
]
