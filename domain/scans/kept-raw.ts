/** What is kept of a vendor's own answer, for a while: for looking into what an answer was made of. */

/** Characters of its JSON; what is longer is not kept. */
const longest = 64_000
/** A longer string inside is cut: results of searches come with opaque ones of many thousand characters. */
const longestString = 4_000

/** Days that it is kept, after AI_RAW_ANSWER_DAYS; 0: not at all. */
export const rawAnswerDays = () => Number(process.env.AI_RAW_ANSWER_DAYS || 30)

/** JSON, without the key wherever a server repeats it; null when there is nothing to keep. */
export function keptRaw(raw: unknown, apiKey: string): string | null {
  if (raw === null || raw === undefined || rawAnswerDays() === 0) return null
  const json = JSON.stringify(raw, (_, value) => (typeof value === "string" ? kept(value, apiKey) : value))
  return json.length > longest ? null : json
}

/** Postgres stores neither NUL nor half a surrogate pair. */
function kept(text: string, apiKey: string) {
  const short = text.length > longestString ? `${text.slice(0, longestString)}… (${text.length} characters)` : text
  return short.toWellFormed().replaceAll("\0", "").replaceAll(apiKey, "[key]")
}
