/**
 * Packs and unpacks vendors' raw responses, which are stored for a limited time so that an answer can be investigated.
 */
import { constants, gunzipSync, zstdCompressSync, zstdDecompressSync } from "node:zlib"

/**
 * Maximum size of the JSON: in bytes as received, in UTF-16 code units after a change. In larger responses, long
 * strings are cut. If the JSON is still too large, nothing is stored.
 */
const maxBytes = 64_000
/** In characters. Search results contain opaque strings of many thousand characters. */
const maxStringLength = 4_000

/** Retention in days, from AI_RAW_ANSWER_DAYS. 0 turns storage off. */
export const rawAnswerDays = () => Number(process.env.AI_RAW_ANSWER_DAYS || 30)

/**
 * Returns the stored form: base64 of zstd, which takes half the time of gzip. `raw` holds the JSON of each response. If
 * a server repeats the API key, it is removed. Pass null for an engine without a key. Returns null when there is
 * nothing to store.
 */
export function packRawResponse(raw: readonly Buffer[], apiKey: string | null): string | null {
  if (raw.length === 0 || rawAnswerDays() === 0) return null
  const [first, ...others] = raw
  const json = first && others.length === 0 && isStorable(first, apiKey) ? first : redactKey(raw, apiKey)
  return json && zstdCompressSync(json, { params: fastest }).toString("base64")
}

const fastest = { [constants.ZSTD_c_compressionLevel]: 1 }

/** Returns the stored JSON: the response, or an array if the question took several requests. */
export function unpackRawResponse(stored: string | null): unknown {
  if (stored === null) return null
  const bytes = Buffer.from(stored, "base64")
  return JSON.parse((isGzip(bytes) ? gunzipSync(bytes) : zstdDecompressSync(bytes)).toString())
}

/** Older rows are stored with gzip. */
const isGzip = (bytes: Buffer) => bytes.readUInt16BE() === 0x1f8b

/**
 * True if the response can be stored as it is, as nearly all can: short, a JSON object from the first byte, and without
 * the key. JSON can also write the characters of a key as `\u00` escapes. A response with such an escape is parsed and
 * cleaned.
 */
const isStorable = (json: Buffer, apiKey: string | null) =>
  json.length <= maxBytes &&
  json[0] === 0x7b &&
  (apiKey === null || (/^[\w.-]+$/.test(apiKey) && !json.includes(apiKey))) &&
  !json.includes("\\u00")

function redactKey(raw: readonly Buffer[], apiKey: string | null): string | null {
  const answers = raw.map((json) => copyWithoutKey(JSON.parse(new TextDecoder().decode(json)), apiKey))
  const json = JSON.stringify(answers.length === 1 ? answers[0] : answers)
  return json.length > maxBytes ? null : json
}

function copyWithoutKey(value: unknown, apiKey: string | null): unknown {
  if (typeof value === "string") return storableText(value, apiKey)
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map((item) => copyWithoutKey(item, apiKey))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [storableText(name, apiKey), copyWithoutKey(member, apiKey)]),
  )
}

function storableText(text: string, apiKey: string | null) {
  const short = text.length > maxStringLength ? `${text.slice(0, maxStringLength)}… (${text.length} characters)` : text
  const storable = short.toWellFormed().replaceAll("\0", "")
  return apiKey === null ? storable : storable.replaceAll(apiKey, "[key]")
}
