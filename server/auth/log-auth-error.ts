/** Writes next-auth's errors to our log. Only internal errors are logged with their stack trace. */
import "server-only"
import { type ErrorCode, errorCodes } from "@/domain/kernel/errors"
import { log } from "@/domain/kernel/log"

/** next-auth adds `providerId` to errors between it and a provider. */
type Report = { error?: unknown; providerId?: string }

/** Errors already logged, because next-auth reports some twice. */
const logged = new WeakSet<Error>()

export function logAuthError(code: string, metadata: unknown) {
  const { error, providerId } = metadata instanceof Error ? { error: metadata } : ((metadata ?? {}) as Report)
  if (code === endedSession || (error instanceof Error && logged.has(error))) return
  if (error instanceof Error) logged.add(error)
  const reason = String((error as Error | undefined)?.message ?? error).slice(0, maxReasonLength)
  if (isRefusal(error)) return log.info({ code, reason }, "sign-in was refused")
  if (!providerId || providerId === "email") return log.warn({ code, err: error }, "sign-in failed")
  // The provider's own error, or a browser that returned without its cookie. `dependency` is null, because a provider's
  // connection error must not count as an outage of Postgres.
  log.warn({ code, provider: providerId, reason, dependency: null }, "sign-in with a provider failed")
}

/** next-auth's code for a cookie of a session that has ended. */
const endedSession = "JWT_SESSION_ERROR"

/** Limits the logged reason, because a provider's reason can come from the request's address and have any length. */
const maxReasonLength = 200

/**
 * True for a Problem that is not an internal error, and for next-auth's copy of one, which has its code. Also true for
 * an email that could not be sent, because it is already logged.
 */
function isRefusal(error: unknown) {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const status = errorCodes[code as ErrorCode]?.status
  return (status && status < 500) || code === "upstream_error" || message === invalidAddress
}

/** next-auth throws this for input that is not an email address. */
const invalidAddress = "Invalid email address format."
