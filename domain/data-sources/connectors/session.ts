/** Opens a session with a platform: obtains the access token once and sends requests. */
import type { ConnectedProvider, Session } from "./connector"
import { ConnectorError } from "./connector-error"
import type { Credentials } from "./credentials"
import { connectors } from "./index"
import { collectQuotas, type Quota, quotaWaitOf, secondsUntil } from "./quota"
import { type OnResponse, sendRequest } from "./send-request"

export function openSession(
  provider: ConnectedProvider,
  credentials: Credentials,
  signal: AbortSignal,
  now = () => new Date(),
): Session {
  const { failureOf, accessToken, quotasOf } = connectors[provider]
  const quotas = collectQuotas()
  const onResponse: OnResponse = (response) => quotas.add(quotasOf?.(response, now()) ?? [])
  let token: Promise<string> | undefined
  return {
    accessToken: () => (token ??= accessToken(credentials, signal)),
    quotas: quotas.all,
    request: (url, schema, request) =>
      sendRequest({ provider, signal, failureOf, onResponse }, url, schema, request).catch((error: unknown) => {
        throw withQuotaWait(error, quotas.all(), now())
      }),
  }
}

/** Adds a wait to a `rate_limited` error that has none: until the low quotas of the session are available again. */
function withQuotaWait(error: unknown, quotas: Quota[], now: Date): unknown {
  if (!(error instanceof ConnectorError) || error.code !== "rate_limited" || error.retryAfterSeconds !== null)
    return error
  const until = quotaWaitOf(quotas)
  return until ? new ConnectorError("rate_limited", secondsUntil(until, now)) : error
}
