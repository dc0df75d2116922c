/** Opens a session with a platform: obtains the access token once and sends requests. */
import type { ConnectedProvider, Session } from "./connector"
import type { Credentials } from "./credentials"
import { connectors } from "./index"
import { sendRequest } from "./send-request"

export function openSession(provider: ConnectedProvider, credentials: Credentials, signal: AbortSignal): Session {
  const { failureOf, accessToken } = connectors[provider]
  let token: Promise<string> | undefined
  return {
    accessToken: () => (token ??= accessToken(credentials, signal)),
    request: (url, schema, request) => sendRequest({ provider, signal, failureOf }, url, schema, request),
  }
}
