/**
 * Reads Bing Webmaster Tools: daily clicks and impressions of a site. Its lists of queries and pages are weekly samples
 * without days, so they are not read.
 */
import { z } from "zod"
import type { Account, Connector, DayWindow, PlatformFailure, PlatformRequest, ReadResult, Session } from "./connector"
import { ConnectorError } from "./connector-error"
import { storedToken } from "./credentials"

const api = "https://ssl.bing.com/webmaster/api.svc/json"

export const bingWebmaster: Connector = {
  finalAfterDays: 7,
  lookbackDays: 14,
  historyDays: 180,
  chunkDays: 180,
  secretKinds: ["token"],
  accessToken: storedToken,
  zeroMetrics: ["search_clicks", "search_impressions"],
  failureOf: bingFailure,
  listAccounts,
  read,
}

const sites = z.object({ d: z.array(z.object({ Url: z.string(), IsVerified: z.boolean() })) })

async function listAccounts(session: Session): Promise<Account[]> {
  const { d } = await session.request(`${api}/GetUserSites`, sites, await withKey(session))
  return d
    .filter(({ IsVerified }) => IsVerified)
    .map(({ Url }) => ({ id: Url, name: Url, timezone: "America/Los_Angeles", currency: null, options: {} }))
}

const traffic = z.object({
  d: z.array(z.object({ Date: z.string(), Clicks: z.number(), Impressions: z.number() })),
})

/** The API always returns the last six months. The days of the window are selected here. */
async function read(session: Session, { id }: Account, { from, to }: DayWindow): Promise<ReadResult> {
  const request = await withKey(session, { siteUrl: id })
  const { d } = await session.request(`${api}/GetRankAndTrafficStats`, traffic, request)
  const rows = d
    .map(({ Date: date, Clicks, Impressions }) => ({
      date: dayOf(date),
      dims: {},
      values: { search_clicks: Clicks, search_impressions: Impressions },
      quality: 0,
    }))
    .filter(({ date }) => date >= from && date <= to)
  return { rows, incompleteFrom: null }
}

/** `/Date(1763712000000-0800)/`: milliseconds in UTC, and the offset of the zone in which it is a day. */
function dayOf(text: string): string {
  const found = /\((-?\d{1,14})(?:([+-])(\d\d)(\d\d))?\)/.exec(text)
  if (!found) throw new ConnectorError("response_invalid", null, "It contains a date that cannot be read.")
  const [, ms, sign = "+", hours = "0", minutes = "0"] = found
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === "-" ? -1 : 1)
  return new Date(Number(ms) + offsetMs).toISOString().slice(0, 10)
}

const withKey = async (session: Session, query: Record<string, string> = {}): Promise<PlatformRequest> => ({
  query: { ...query, apikey: await session.accessToken() },
})

const failed = z.object({ ErrorCode: z.int() })

/** Codes of the API: 3 invalid key, 14 not authorized, 4 and 5 throttled, 1 internal error. */
function bingFailure(_status: number, body: unknown): PlatformFailure | null {
  const { data } = failed.safeParse(body)
  if (!data) return null
  if ([3, 14].includes(data.ErrorCode)) return { code: "authorization_lost" }
  if ([4, 5].includes(data.ErrorCode)) return { code: "rate_limited" }
  return { code: data.ErrorCode === 1 ? "platform_error" : "request_rejected" }
}
