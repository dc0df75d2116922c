/** How long requests, codes, tokens and connections are valid. */
const minuteMs = 60_000
const dayMs = 86_400_000

export const lifetimes = {
  requestMs: 10 * minuteMs,
  codeMs: minuteMs,
  accessTokenMs: 60 * minuteMs,
  /** A refresh token that is not used for so long expires. Each rotation starts a new period. */
  refreshTokenMs: 30 * dayMs,
  /** After this time, the user is asked again. */
  connectionMs: 180 * dayMs,
  /**
   * A refresh token that was used stays usable for this time, because apps repeat requests: they run on several servers, or lose
   * a response. Afterwards its use is a sign of theft.
   */
  reuseGraceMs: 120_000,
  /** Apps that registered themselves and have no connection are deleted after this time without use. */
  unusedClientMs: 30 * dayMs,
} as const

export const after = (now: Date, ms: number) => new Date(now.getTime() + ms)
