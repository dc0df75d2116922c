/** All error codes of a request to a receiver, each with the sentence that users read. */

export const requestErrors = {
  redirect_refused:
    "The receiver returned a redirect (status 3xx). Redirects are never followed. Change the webhook's URL to the final URL.",
  http_4xx: "The receiver rejected the request (status 4xx).",
  http_408: "The receiver asked for another attempt (status 408 or 425).",
  http_5xx: "The receiver returned a server error (status 5xx).",
  rate_limited: "The receiver asked for fewer requests (status 429).",
  gone: "The receiver asked to stop all deliveries (status 410, or the header webhook-delivery: disable).",
  aborted: "The receiver asked not to receive this message again (header webhook-delivery: abort-message).",
  endpoint_deleted: "The webhook was deleted before this request was sent.",
  dns_not_found: "DNS has no address for the host name.",
  dns_timeout: "DNS did not return an address for the host name in time.",
  connection_refused: "The receiver's host refused the connection.",
  connection_reset: "The connection was closed before the receiver responded.",
  network_unreachable: "The receiver's address cannot be reached from this network.",
  tls_expired: "The receiver's certificate has expired, or is not valid yet.",
  tls_untrusted: "The receiver's certificate is not signed by a trusted authority, or its chain is incomplete.",
  tls_name_mismatch: "The receiver's certificate is for a different host name.",
  tls_handshake: "The TLS handshake failed. The port may not support TLS.",
  timeout_connect: "The connection could not be opened in time.",
  timeout_tls: "The TLS handshake did not finish in time.",
  timeout_first_byte: "The receiver accepted the request, but did not respond in time.",
  timeout_total: "The complete request took too long.",
  protocol_error: "The response was not valid HTTP.",
  response_header_too_large: "The headers of the response were larger than 16 KiB.",
  address_blocked: "The URL leads to a destination that is not allowed.",
  internal: "Something went wrong on our side. This does not count as an attempt. We will try again soon.",
} as const

export type RequestErrorCode = keyof typeof requestErrors

/**
 * The sentence about a failed attempt, with the exact status of the response if there was one. null if the attempt has
 * neither a known code nor a status.
 */
export function requestErrorSentence(code: string | null, status: number | null): string | null {
  const sentence = code === null ? undefined : (requestErrors as Record<string, string>)[code]
  if (status === null) return sentence ?? null
  return (
    sentence?.replace(/\(status (\dxx|408 or 425)\)/, `(status ${status})`) ??
    `The receiver responded with status ${status}.`
  )
}

/** An error that our own checks found, unlike errors that Node or undici throws. */
export class RequestError extends Error {
  override name = "RequestError"

  constructor(readonly code: RequestErrorCode) {
    super(requestErrors[code])
  }
}
