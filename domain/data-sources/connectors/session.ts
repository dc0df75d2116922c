/** Opens a session with a platform: obtains the access token once and sends requests. */
import type { ConnectedProvider, Session } from "./connector"
import { ConnectorError } from "./connector-error"
import type { Credentials } from "./credentials"
import { googleAccessToken, isGoogle } from "./google-access"
import { connectors } from "./index"
import { sendRequest } from "./send-request"

export function openSession(provider: ConnectedProvider, credentials: Credentials, signal: AbortSignal): Session {
  const { failureOf } = connectors[provider]
  let token: Promise<string> | undefined
  return {
    credentials,
    accessToken: () => (token ??= tokenOf(provider, credentials, signal)),
    request: (url, schema, request) => sendRequest({ provider, signal, failureOf }, url, schema, request),
  }
}

async function tokenOf(provider: ConnectedProvider, credentials: Credentials, signal: AbortSignal): Promise<string> {
  if (isGoogle(provider)) return googleAccessToken(provider, credentials, signal)
  if (credentials.kind === "token") return credentials.token
  throw new ConnectorError("authorization_lost")
}
