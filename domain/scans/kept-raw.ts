/** What is kept of a vendor's own answer, for a while: for looking into what an answer was made of. */
import { constants, gunzipSync, zstdCompressSync, zstdDecompressSync } from "node:zlib"

/** Characters of its JSON, about; what is longer is not kept. */
const longest = 64_000
/** A longer string inside is cut: results of searches come with opaque ones of many thousand characters. */
const longestString = 4_000

/** Days that it is kept, after AI_RAW_ANSWER_DAYS; 0: not at all. */
export const rawAnswerDays = () => Number(process.env.AI_RAW_ANSWER_DAYS || 30)

/** Without the key wherever a server repeats it; null when there is nothing to keep. */
export function keptRaw(raw: unknown, apiKey: string): unknown {
  if (raw === null || raw === undefined || rawAnswerDays() === 0) return null
  const room = { left: longest }
  const kept = copied(raw, apiKey, room)
  return room.left < 0 ? null : kept
}

/** As it is stored, in base64: JSON by zstd, in half the time of gzip. */
export const packed = (kept: unknown): string | null =>
  kept === null ? null : zstdCompressSync(JSON.stringify(kept), { params: fastest }).toString("base64")

const fastest = { [constants.ZSTD_c_compressionLevel]: 1 }

export function unpacked(stored: string | null): unknown {
  if (stored === null) return null
  const bytes = Buffer.from(stored, "base64")
  return JSON.parse((isGzip(bytes) ? gunzipSync(bytes) : zstdDecompressSync(bytes)).toString())
}

/** As it was stored at first. */
const isGzip = (bytes: Buffer) => bytes.readUInt16BE() === 0x1f8b

/** Takes about as many characters off `room` as its JSON has. */
function copied(value: unknown, apiKey: string, room: { left: number }): unknown {
  if (typeof value === "string") {
    const kept = keptText(value, apiKey)
    room.left -= kept.length + 2
    return kept
  }
  room.left -= 8
  if (room.left < 0 || typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map((one) => copied(one, apiKey, room))
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [keptText(name, apiKey), copied(one, apiKey, room)]),
  )
}

/** Postgres stores neither NUL nor half a surrogate pair. */
function keptText(text: string, apiKey: string) {
  const isFine = text.length <= longestString && text.isWellFormed() && !text.includes("\0") && !text.includes(apiKey)
  if (isFine) return text
  const short = text.length > longestString ? `${text.slice(0, longestString)}… (${text.length} characters)` : text
  return short.toWellFormed().replaceAll("\0", "").replaceAll(apiKey, "[key]")
}
