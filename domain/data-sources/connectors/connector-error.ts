/** The error that connectors throw. Its kind decides what happens next: try again, ask for authorization, or stop. */
export const connectorErrors = {
  rate_limited: { kind: "retryable", message: "The platform's quota is used up." },
  platform_error: { kind: "retryable", message: "The platform returned an error." },
  unreachable: { kind: "retryable", message: "The platform could not be reached." },
  timeout: { kind: "retryable", message: "The platform did not respond in time." },
  response_invalid: { kind: "retryable", message: "The platform's response was incomplete or not readable." },
  interrupted: { kind: "retryable", message: "The sync was interrupted several times." },
  authorization_lost: { kind: "reauth_required", message: "The platform no longer accepts the authorization." },
  request_rejected: { kind: "permanent", message: "The platform rejected the request." },
  account_missing: { kind: "permanent", message: "The account is no longer available to this authorization." },
  not_configured: { kind: "permanent", message: "The operator has not set up this platform." },
} as const satisfies Record<string, { kind: "retryable" | "reauth_required" | "permanent"; message: string }>

export type ConnectorErrorCode = keyof typeof connectorErrors

/** The message is written by Signalbox and never contains a credential. */
export class ConnectorError extends Error {
  override name = "ConnectorError"

  constructor(
    readonly code: ConnectorErrorCode,
    /** Wait that the platform asked for. */
    readonly retryAfterSeconds: number | null = null,
    detail = "",
  ) {
    super(detail ? `${connectorErrors[code].message} ${detail}` : connectorErrors[code].message)
  }

  get kind() {
    return connectorErrors[this.code].kind
  }
}
