/** All error codes of a request to a receiver, each with the sentence that users read. */

export const requestErrors = {
  redirect_refused: "The receiver answered with a redirect. Redirects are never followed: register the final URL.",
  http_4xx: "The receiver refused the request (status 4xx).",
  http_408: "The receiver asked for another try (status 408 or 425).",
  http_5xx: "The receiver failed (status 5xx).",
  rate_limited: "The receiver asked for fewer requests (status 429).",
  gone: "The receiver said that it no longer exists (status 410, or the header webhook-delivery: disable).",
  aborted: "The receiver asked not to be sent this message again (header webhook-delivery: abort-message).",
  endpoint_deleted: "The webhook was deleted before this request was sent.",
  dns_not_found: "The host name could not be found in the DNS.",
  dns_timeout: "The DNS did not answer for the host name in time.",
  connection_refused: "The receiver's machine refused the connection.",
  connection_reset: "The connection was closed before the receiver had answered.",
  network_unreachable: "There is no way through the network to the receiver's address.",
  tls_expired: "The receiver's certificate has expired, or is not valid yet.",
  tls_untrusted:
    "The receiver's certificate is not signed by an authority that is trusted, or its chain is incomplete.",
  tls_name_mismatch: "The receiver's certificate is for another host name.",
  tls_handshake: "No encrypted connection could be agreed on; perhaps the port does not speak TLS.",
  timeout_connect: "The connection did not open in time.",
  timeout_tls: "The encrypted connection was not agreed on in time.",
  timeout_first_byte: "The receiver took the request, but did not answer in time.",
  timeout_total: "The whole request took too long.",
  protocol_error: "What came back was not a valid HTTP answer.",
  response_header_too_large: "The head of the answer was larger than 16 KiB.",
  address_blocked: "The URL may not be reached from here.",
  internal: "Something failed on our side. It does not count as an attempt, and is tried again soon.",
} as const

export type RequestErrorCode = keyof typeof requestErrors

/** An error that our own checks found, unlike errors that Node or undici throws. */
export class RequestError extends Error {
  constructor(readonly code: RequestErrorCode) {
    super(requestErrors[code])
    this.name = "RequestError"
  }
}
