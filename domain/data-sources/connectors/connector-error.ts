/**
 * The error that connectors throw, and its codes. The kind decides what happens next: try again, ask for authorization,
 * or stop. This file imports nothing, because pages use it too.
 */

type ConnectorErrorFacts = {
  kind: "retryable" | "reauth_required" | "permanent"
  message: string
  /** What a user can do about a sync that failed with this error. */
  advice: string
}

export const connectorErrors = {
  rate_limited: {
    kind: "retryable",
    message: "The platform's quota is used up.",
    advice: "We retry when the platform allows it. If it happens often, choose a lower frequency.",
  },
  platform_error: {
    kind: "retryable",
    message: "The platform returned an error.",
    advice: "We retry automatically. Check the platform's status page if the error lasts.",
  },
  unreachable: {
    kind: "retryable",
    message: "The platform could not be reached.",
    advice: "We retry automatically. Check this server's network if the error lasts.",
  },
  timeout: {
    kind: "retryable",
    message: "The platform did not respond in time.",
    advice: "We retry automatically.",
  },
  response_invalid: {
    kind: "retryable",
    message: "The platform's response was incomplete or not readable.",
    advice: "We retry automatically. If the error lasts, the platform may have changed its API.",
  },
  interrupted: {
    kind: "retryable",
    message: "The sync was interrupted several times.",
    advice: "Choose Sync now. If it happens again, contact the operator of this installation.",
  },
  authorization_lost: {
    kind: "reauth_required",
    message: "The platform no longer accepts the authorization.",
    advice: "Reconnect the data source.",
  },
  request_rejected: {
    kind: "permanent",
    message: "The platform rejected the request.",
    advice: "Check that the account still exists, then start a sync.",
  },
  account_missing: {
    kind: "permanent",
    message: "The account is no longer available to this authorization.",
    advice: "Check on the platform that your access to the account still exists, then reconnect.",
  },
  not_configured: {
    kind: "permanent",
    message: "The operator has not set up this platform.",
    advice: "Contact the operator of this installation.",
  },
} as const satisfies Record<string, ConnectorErrorFacts>

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

  /** Advice for a user who waits for the response. Unlike a sync, such a request is not retried automatically. */
  get adviceWhileWaiting() {
    return this.kind === "retryable" ? "Try again in a few minutes." : connectorErrors[this.code].advice
  }
}
