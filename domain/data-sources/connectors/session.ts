/** Opens a session with a platform: obtains the access token once and sends requests. */
import type { ConnectedProvider, Session } from "./connector"
import { ConnectorError } from "./connector-error"
import type { Credentials } from "./credentials"
import { connectors } from "./index"
import { collectQuotas, findEndOfLowQuotas, type Quota, secondsUntil } from "./quota"
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
    quotas: quotas.list,
    request: (url, schema, request) =>
      sendRequest({ provider, signal, failureOf, onResponse }, url, schema, request).catch((error: unknown) => {
        throw withQuotaWait(error, quotas.list(), now())
      }),
  }
}

/** If a `rate_limited` error has no wait, sets one that ends when the session's low quotas reset. */
function withQuotaWait(error: unknown, quotas: Quota[], now: Date): unknown {
  if (!(error instanceof ConnectorError) || error.code !== "rate_limited" || error.retryAfterSeconds !== null)
    return error
  const quotasResetAt = findEndOfLowQuotas(quotas)
  return quotasResetAt ? new ConnectorError("rate_limited", secondsUntil(quotasResetAt, now)) : error
}
