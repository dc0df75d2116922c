/** Defines what a fake knows: its invented data, what goes wrong, and how a platform responds. */
import type { IncomingHttpHeaders } from "node:http"
import type { ConnectedProvider } from "../../connectors/connector"

/**
 * A response to give instead of data. `cut` ends in the middle of the JSON, `quota` is the platform's own quota error.
 */
export type Fault = { status: number; retryAfter?: string } | "hang" | "cut" | "quota"

/** The invented data, and what goes wrong. Changes take effect immediately. */
export type World = {
  accounts: { id: string; name: string; timezone: string; currency: string | null }[]
  /** Each fault applies to one request for data. */
  faults: Fault[]
  /** The platform refuses every token, as after a person has removed the access. */
  isGrantExpired: boolean
  /** Multiplies numbers, as when a platform restates past days. */
  factor: number
  /** Rows per day of the breakdown with the most values. */
  rowsPerDay: number
  /** Days without any activity. */
  quietDays: Set<string>
  /** The used part of the platform's quotas, from 0 to 1. Platforms that report their quotas report it. */
  quotaUsed: number
  /** The first day that the platform reports as incomplete. */
  incompleteFrom: string | null
}

export type FakeRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}

/** `html` is the consent page for people. */
export type FakeResponse = { status?: number; headers?: Record<string, string>; json?: unknown; html?: string }

export type Platform = {
  provider: ConnectedProvider
  /** Paths of the consent page and of the token endpoint. */
  consent?: { page: string; token: string }
  /** Variables that a connector needs besides DATA_SOURCE_URLS. */
  env?: Record<string, string>
  /** Responds to a request for data. Undefined: no such path. */
  respond(request: FakeRequest, world: World): FakeResponse | undefined
  /** True if the request carries what the platform accepts as a credential. */
  isAuthorized(request: FakeRequest): boolean
  refusal: FakeResponse
  quota: FakeResponse
}
