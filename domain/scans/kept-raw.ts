/** What is kept of a vendor's own answer, for a while: for looking into what an answer was made of. */
import { constants, gunzipSync, zstdCompressSync, zstdDecompressSync } from "node:zlib"

/** Bytes of its JSON. Of what is longer, long strings are cut; if it still is, it is not kept. */
const longest = 64_000
/** Results of searches come with opaque ones of many thousand characters. */
const longestString = 4_000

/** Days that it is kept, after AI_RAW_ANSWER_DAYS; 0: not at all. */
export const rawAnswerDays = () => Number(process.env.AI_RAW_ANSWER_DAYS || 30)

/**
 * As it is stored, in base64: by zstd, in half the time of gzip. `raw`: the JSON of one answer of the vendor's after the other, of which the
 * key is taken out wherever a server repeats it. Null when there is nothing to keep.
 */
export function packed(raw: readonly Buffer[], apiKey: string): string | null {
  if (raw.length === 0 || rawAnswerDays() === 0) return null
  const [only] = raw.length === 1 ? raw : []
  const kept = only && isFine(only, apiKey) ? only : cleaned(raw, apiKey)
  return kept && zstdCompressSync(kept, { params: fastest }).toString("base64")
}

const fastest = { [constants.ZSTD_c_compressionLevel]: 1 }

export function unpacked(stored: string | null): unknown {
  if (stored === null) return null
  const bytes = Buffer.from(stored, "base64")
  return JSON.parse((isGzip(bytes) ? gunzipSync(bytes) : zstdDecompressSync(bytes)).toString())
}

/** As it was stored at first. */
const isGzip = (bytes: Buffer) => bytes.readUInt16BE() === 0x1f8b

/** As nearly all are: short, an object from its first byte, and without the key, which JSON can write in no other way than with `\u00`. */
const isFine = (json: Buffer, apiKey: string) =>
  json.length <= longest &&
  json[0] === 0x7b &&
  /^[\w.-]+$/.test(apiKey) &&
  !json.includes(apiKey) &&
  !json.includes("\\u00")

function cleaned(raw: readonly Buffer[], apiKey: string): string | null {
  const answers = raw.map((json) => copied(JSON.parse(new TextDecoder().decode(json)), apiKey))
  const kept = JSON.stringify(answers.length === 1 ? answers[0] : answers)
  return kept.length > longest ? null : kept
}

function copied(value: unknown, apiKey: string): unknown {
  if (typeof value === "string") return keptText(value, apiKey)
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map((one) => copied(one, apiKey))
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [keptText(name, apiKey), copied(one, apiKey)]))
}

function keptText(text: string, apiKey: string) {
  const short = text.length > longestString ? `${text.slice(0, longestString)}… (${text.length} characters)` : text
  return short.toWellFormed().replaceAll("\0", "").replaceAll(apiKey, "[key]")
}
