/** Sends one request to a platform, with a deadline, and maps every failure to a ConnectorError. */
import type { z } from "zod"
import { retryAfterSeconds } from "@/domain/kernel/retry-after"
import { parseJson } from "@/domain/kernel/text"
import { vendorFetch } from "@/domain/security/vendor-fetch"
import type { ConnectedProvider, PlatformFailure, PlatformRequest } from "./connector"
import { ConnectorError } from "./connector-error"
import { resolveUrl } from "./provider-urls"

/** In bytes. A page of 25,000 rows has about 5 MB. */
const maxResponseBytes = 64 * 1024 * 1024
const fetchFromPlatform = vendorFetch(maxResponseBytes)

/** DATA_SOURCE_TIMEOUT_SECONDS, at most two minutes because a sync's lease lasts ten. */
const requestTimeoutMs = () => 1_000 * Math.min(Number(process.env.DATA_SOURCE_TIMEOUT_SECONDS || 60), 120)

/** Receives every response, also a failed one. `json` is undefined if the body is not JSON. */
export type OnResponse = (response: { headers: Headers; json: unknown }) => void

type RequestContext = {
  provider: ConnectedProvider
  signal: AbortSignal
  onResponse?: OnResponse
  failureOf?: ((status: number, body: unknown) => PlatformFailure | null) | undefined
}

/** `fetch` for a provider's libraries. It uses the operator's base URL, if there is one, and aborts at the deadline. */
export const providerFetch =
  (provider: ConnectedProvider, signal: AbortSignal): typeof fetch =>
  async (input, init = {}) => {
    const url = resolveUrl(provider, input instanceof globalThis.Request ? input.url : input)
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs())])
    return (await fetchFromPlatform(url, { ...init, signal: deadline })).response
  }

export async function sendRequest<T>(
  { provider, signal, failureOf, onResponse }: RequestContext,
  url: string,
  schema: z.ZodType<T>,
  { method = "GET", headers = {}, query = {}, json }: PlatformRequest = {},
): Promise<T> {
  const address = new URL(url)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  const body = json === undefined ? null : JSON.stringify(json)
  const init = { method, body, headers: { ...headers, ...(body !== null && { "content-type": "application/json" }) } }
  const response = await providerFetch(provider, signal)(address, init).catch((error: unknown) => {
    throw failureOfTransport(error)
  })
  const text = await response.text()
  const parsed = parseJson(text)
  onResponse?.({ headers: response.headers, json: parsed })
  const failure = failureOf?.(response.status, parsed) ?? null
  if (!response.ok || failure) throw failureOfResponse(response, failure)
  const { data, success } = schema.safeParse(parsed)
  if (!success) throw new ConnectorError("response_invalid")
  return data
}

const timeoutErrorNames = new Set(["AbortError", "TimeoutError"])

/** Maps an error without a response. Drops the library's message, which may contain the URL and with it a key. */
export function failureOfTransport(error: unknown): ConnectorError {
  if (error instanceof ConnectorError) return error
  if (error instanceof Error && timeoutErrorNames.has(error.name)) return new ConnectorError("timeout")
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined
  return new ConnectorError(code === "UND_ERR_RES_EXCEEDED_MAX_SIZE" ? "response_invalid" : "unreachable")
}

/** The platform's own error decides. Without one, the HTTP status does. */
function failureOfResponse({ status, headers }: Response, failure: PlatformFailure | null): ConnectorError {
  const wait = failure?.retryAfterSeconds ?? retryAfterSeconds(headers.get("retry-after") ?? undefined)
  if (failure) return new ConnectorError(failure.code, wait)
  if (status === 429) return new ConnectorError("rate_limited", wait)
  if (status === 401 || status === 403) return new ConnectorError("authorization_lost")
  if (status === 404) return new ConnectorError("account_missing")
  if (status >= 500 || status === 408) return new ConnectorError("platform_error", wait)
  return new ConnectorError("request_rejected", null, `(HTTP ${status})`)
}
