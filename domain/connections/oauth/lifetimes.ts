/** How long requests, codes, tokens and connections are valid. */
import { z } from "zod"

const minuteMs = 60_000
const dayMs = 86_400_000

const reuseGraceSeconds = z.coerce.number().int().min(0).max(1_800)

/** Throws an Error that names the variable when the setting is invalid. */
export function readReuseGraceMs(setting = process.env["SIGNALBOX_MCP_REFRESH_GRACE"]): number {
  const { data } = reuseGraceSeconds.safeParse(setting || 120)
  if (data === undefined)
    throw new Error("SIGNALBOX_MCP_REFRESH_GRACE is not valid. Set whole seconds from 0 to 1800, such as 120.")
  return 1_000 * data
}

export const lifetimes = {
  /** The time in which the user can answer the consent page. */
  requestMs: 10 * minuteMs,
  codeMs: minuteMs,
  accessTokenMs: 60 * minuteMs,
  /** A refresh token expires after this time without use. Each refresh starts the time again. */
  refreshTokenMs: 30 * dayMs,
  /** The connection ends this long after the consent. The user must then give consent again. */
  connectionMs: 180 * dayMs,
  /**
   * A refresh token that was used stays usable for this time, because apps repeat requests: they run on several
   * servers, or lose a response. After this time, its use is a sign of theft. The operator can set the seconds.
   */
  reuseGraceMs: readReuseGraceMs(),
} as const

export const addMilliseconds = (now: Date, ms: number) => new Date(now.getTime() + ms)
