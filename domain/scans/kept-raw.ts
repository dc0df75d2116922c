/** What is kept of a vendor's own answer, for a while: for looking into what an answer was made of. */
import { promisify } from "node:util"
import { gunzipSync, gzip as gzipWithCallback } from "node:zlib"

const gzip = promisify<Buffer | string, { level: number }, Buffer>(gzipWithCallback)

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

/** As it is stored, in base64: gzipped JSON. Packed beside the thread that asks, which has enough to do. */
export const packed = async (kept: unknown): Promise<string | null> =>
  kept === null ? null : (await gzip(JSON.stringify(kept), { level: 1 })).toString("base64")

export const unpacked = (stored: string | null): unknown =>
  stored === null ? null : JSON.parse(gunzipSync(Buffer.from(stored, "base64")).toString())

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
