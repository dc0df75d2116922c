/** Writes what next-auth reports as an error into the service's own log. Only failures on our side have a stack there. */
import "server-only"
import { type ErrorCode, errorCodes } from "@/domain/errors"
import { log } from "@/domain/log"

/** next-auth adds `providerId` to what went wrong between it and a provider. */
type Report = { error?: unknown; providerId?: string }

/** next-auth reports some errors twice. */
const written = new WeakSet<Error>()

export function logAuthError(code: string, metadata: unknown) {
  const { error, providerId } = metadata instanceof Error ? { error: metadata } : ((metadata ?? {}) as Report)
  if (code === endedSession || (error instanceof Error && written.has(error))) return
  if (error instanceof Error) written.add(error)
  const reason = String((error as Error | undefined)?.message ?? error).slice(0, mostReasonLength)
  if (isRefusal(error)) log.info({ code, reason }, "signing in was refused")
  // The provider's words, or a browser that came back without its cookie. No connection of the provider's is one of Postgres.
  else if (providerId && providerId !== "email")
    log.warn({ code, provider: providerId, reason, dependency: null }, "the provider did not sign a person in")
  else log.warn({ code, err: error }, "signing in failed")
}

/** The cookie of a session that has ended. */
const endedSession = "JWT_SESSION_ERROR"

/** A provider's reason can be in the address of the request, and so of any length. */
const mostReasonLength = 200

/** A Problem, or next-auth's copy of one, which has its code. An email that could not be sent is in the log already. */
function isRefusal(error: unknown) {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const status = errorCodes[code as ErrorCode]?.status
  return (status && status < 500) || code === "upstream_error" || message === invalidAddress
}

/** Thrown by next-auth for what was typed in place of an address. */
const invalidAddress = "Invalid email address format."
