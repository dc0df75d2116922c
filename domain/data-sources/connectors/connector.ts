/**
 * Interface that every connector implements: it lists a platform's accounts and reads a window of days of one account.
 */
import type { z } from "zod"
import type { Day } from "@/domain/metrics/calendar"
import type { Provider } from "@/domain/metrics/provider"
import type { Credentials } from "./credentials"
import type { Quota, ReportedQuota } from "./quota"

/** Platforms that Signalbox reads by itself. Other platforms are imported as files. */
export const connectedProviders = [
  "ga4",
  "search_console",
  "google_ads",
  "meta_ads",
  "bing_webmaster",
] as const satisfies readonly Provider[]
export type ConnectedProvider = (typeof connectedProviders)[number]

/**
 * How a platform can be authorized: consent in the browser, a service account's key file, or a token that a user
 * enters.
 */
export const grantKinds = ["oauth", "service_account", "token"] as const
export type GrantKind = (typeof grantKinds)[number]

export type Account = {
  /** As imports store it (`accountId` in imports/file-formats), so that a file of a connected account is recognized. */
  id: string
  name: string
  /** IANA time zone of the account's days. */
  timezone: string
  currency: string | null
  /** What requests need besides the account's id, such as the manager account of Google Ads. */
  options: Record<string, string>
}

/** Consent in the browser (OAuth). A connector without it takes only secrets that users enter. */
export type Consent = {
  /** True if the operator has set the variables that consent on this platform needs. */
  isConfigured(): boolean
  /**
   * Returns the URL of the platform's consent page. `challenge`: the code challenge of PKCE. The platform must return
   * `state` and the code as the query parameters `state` and `code`. The callback reads no others
   * (server/sources-callback.ts).
   */
  url(request: { state: string; challenge: string }): string
  /** Exchanges the code that the callback received. `verifier` is the code verifier of PKCE. */
  exchange(authorization: { code: string; verifier: string }, signal: AbortSignal): Promise<Credentials>
}

/** The days to read, both inclusive. `weekStartsOn`: 1 Monday ... 7 Sunday, for counts of distinct people by week. */
export type DayWindow = { from: Day; to: Day; weekStartsOn: number }

/**
 * Bits of `metric_fact.quality`, in the order of `qualities` in metrics/freshness.ts.
 *
 * - `sampled`: the platform extrapolated from a sample.
 * - `thresholded`: it withheld small values for privacy.
 * - `otherRow`: it summed rare values in one row.
 * - `truncatedUpstream`: there were more rows than Signalbox reads.
 * - `estimated`: the platform still changes the value.
 */
export const qualityBits = { sampled: 1, thresholded: 2, otherRow: 4, truncatedUpstream: 8, estimated: 16 } as const

export type SourceRow = {
  /** The day, or the first day of the week or month. */
  date: Day
  /** Dimension -> value. Empty for the total of the account. */
  dims: Record<string, string>
  /** Only for counts of distinct people. */
  grain?: "day" | "week" | "month"
  /** Stored metric -> value. Null values are not stored. */
  values: Record<string, number | null>
  /** Sum of `qualityBits`. */
  quality: number
}

export type ReadResult = {
  rows: SourceRow[]
  /** The first day that the platform reports as still changing. Null if it reports none. */
  incompleteFrom: Day | null
}

export type PlatformRequest = {
  method?: "GET" | "POST"
  headers?: Record<string, string>
  query?: Record<string, string>
  json?: unknown
}

/** Authorized access to the API of one platform. All requests of a session share one deadline. */
export type Session = {
  /** Returns the access token, which is obtained once per session. */
  accessToken(): Promise<string>
  /** Sends a request and validates the JSON of the response. Throws only ConnectorError. */
  request<T>(url: string, schema: z.ZodType<T>, request?: PlatformRequest): Promise<T>
  /** The platform's quotas, as its responses have reported them. */
  quotas(): Quota[]
}

/** The header in which most platforms expect the access token. */
export const bearerHeader = async (session: Session) => ({ authorization: `Bearer ${await session.accessToken()}` })

export type Connector = {
  /**
   * A day counts as final this many days after it has ended. Later changes, such as conversions attributed to an
   * earlier click, are still read within `lookbackDays` and count as restated.
   */
  finalAfterDays: number
  /** Default number of past days that each sync reads again. More than `finalAfterDays`. */
  lookbackDays: number
  /** How far back the platform has data, in days. */
  historyDays: number
  /** Days that are read and stored together. */
  chunkDays: number
  /** Left out for a platform without consent in the browser. */
  consent?: Consent
  /** Secrets that users can enter instead of consent. */
  secretKinds: readonly Exclude<GrantKind, "oauth">[]
  /**
   * Obtains an access token with stored credentials. Throws only ConnectorError. It cannot change the stored
   * credentials, so a platform that replaces the refresh token at each use needs an extension of this interface.
   */
  accessToken(credentials: Credentials, signal: AbortSignal): Promise<string>
  /** Stored metrics that are zero on a day without a row. */
  zeroMetrics: readonly string[]
  listAccounts(session: Session): Promise<Account[]>
  /**
   * Reads each day of the window: its total and all breakdowns that are stored. Reads counts of distinct people by week
   * and month too. `checkRows` rejects other days and duplicate rows.
   */
  read(session: Session, account: Account, window: DayWindow): Promise<ReadResult>
  /** Finds the platform's own error in the JSON of any response, even with status 200. Null: the status decides. */
  failureOf?(status: number, body: unknown): PlatformFailure | null
  /** Reads the quotas that the platform reports with a response, also with a failed one. */
  quotasOf?(response: { headers: Headers; json: unknown }, now: Date): ReportedQuota[]
}

export type PlatformFailure = {
  code: "rate_limited" | "authorization_lost" | "request_rejected" | "platform_error"
  retryAfterSeconds?: number | null
}
