/** Classifies the response to a request, or the error that prevented one. */
import { RequestError, type RequestErrorCode } from "@/domain/security/request-errors"
import type { OutcomeKind } from "./outcome"

type Classification = { kind: OutcomeKind; errorCode: RequestErrorCode | null }

/** Classifies by status, unless the header webhook-delivery contains an instruction (`disable` or `abort-message`). */
export function classifyResponse(status: number, webhookDelivery: string | undefined): Classification {
  const instruction = webhookDelivery?.trim().toLowerCase()
  if (status === 410 || instruction === "disable") return { kind: "gone", errorCode: "gone" }
  if (status >= 200 && status < 300) return { kind: "success", errorCode: null }
  if (instruction === "abort-message") return { kind: "aborted", errorCode: "aborted" }
  return { kind: "failed", errorCode: codeOfStatus(status) }
}

/** Classifies an error thrown by Node, by undici or by our code. An unknown error counts as an internal one. */
export function classifyError(thrown: unknown): Classification {
  const errorCode = codeOfError(thrown)
  return { kind: errorCode === "internal" ? "internal" : "failed", errorCode }
}

function codeOfStatus(status: number): RequestErrorCode {
  if (status >= 600) return "protocol_error"
  if (status >= 500) return "http_5xx"
  if (status === 429) return "rate_limited"
  if (status === 408 || status === 425) return "http_408"
  return status >= 400 ? "http_4xx" : "redirect_refused"
}

function codeOfError(thrown: unknown): RequestErrorCode {
  if (thrown instanceof RequestError) return thrown.code
  // Each address that was tried has an error. "Refused" is preferred to "unreachable": it proves that a machine
  // replied.
  if (thrown instanceof AggregateError) return mostSpecific(thrown.errors.map(codeOfError))
  const { code = "", name = "", message = "" } = (thrown ?? {}) as { code?: unknown; name?: string; message?: string }
  // undici sets no code on these errors.
  if (name === "HTTPParserError") return "protocol_error"
  if (code === "UND_ERR_SOCKET") return message === "other side closed" ? "connection_reset" : "protocol_error"
  return codesByPattern.find(([pattern]) => pattern.test(`${code}`))?.[1] ?? "internal"
}

const mostSpecific = (errors: RequestErrorCode[]): RequestErrorCode =>
  bySpecificity.find((code) => errors.includes(code)) ?? errors[0] ?? "internal"
const bySpecificity = ["connection_refused", "connection_reset", "timeout_connect"] as const

/** Error codes of Node, undici and OpenSSL. The first match counts. */
const codesByPattern: [RegExp, RequestErrorCode][] = [
  [/^ECONNREFUSED$/, "connection_refused"],
  [/^(ECONNRESET|ECONNABORTED|EPIPE)$/, "connection_reset"],
  [/^E(NET|HOST)(UNREACH|DOWN)$/, "network_unreachable"],
  [/^ETIMEDOUT$/, "timeout_connect"],
  [/^UND_ERR_HEADERS_OVERFLOW$/, "response_header_too_large"],
  // undici throws an assertion error for some malformed responses.
  [/^(UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ERR_ASSERTION)$/, "protocol_error"],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, "tls_expired"],
  [/^(ERR_TLS_CERT_ALTNAME_\w+|HOSTNAME_MISMATCH)$/, "tls_name_mismatch"],
  [/^(EPROTO|ERR_SSL_\w+|ERR_TLS_\w+)$/, "tls_handshake"],
  // OpenSSL's codes for all other errors of a certificate chain
  [/CERT|CRL|^(UNABLE_TO_\w+|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$/, "tls_untrusted"],
]
