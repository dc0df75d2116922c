/** Parses the Retry-After header: seconds or an HTTP date. Anything else, or a date in the past, is ignored. */

const maxRetryAfterSeconds = 24 * 60 * 60

/** Returns the seconds to wait from `now`, from 1 to 86,400, or null without a usable value. */
export function retryAfterSeconds(header: string | undefined, now = Date.now()): number | null {
  const seconds = parseSeconds(header?.trim() ?? "", now)
  return seconds > 0 ? Math.min(seconds, maxRetryAfterSeconds) : null
}

/** 0 when the text is neither a number of seconds nor a date. */
function parseSeconds(text: string, now: number): number {
  if (/^\d+$/.test(text)) return Number(text)
  return isHttpDate(text) ? secondsUntil(text, now) : 0
}

/** The oldest date form has no time zone. All forms mean GMT. */
const secondsUntil = (date: string, now: number) =>
  Math.ceil((Date.parse(date.replace(/( GMT)?$/, " GMT")) - now) / 1000) || 0

/**
 * Accepts the date form of RFC 9110 and the two older ones. `Date.parse` alone would read "5 minutes" as a day in May.
 */
const isHttpDate = (text: string) =>
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text) ||
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/.test(text) ||
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/.test(text)
