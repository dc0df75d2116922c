import { describe, expect, it } from "vitest"
import { RequestError, type RequestErrorCode, requestErrors } from "@/domain/security/request-errors"
import { classifyError, classifyResponse } from "./classify"

describe("classifying a response", () => {
  it("follows the status, for every status from 200 to 599 and 999", () => {
    const exceptions: Record<number, string> = { 408: "http_408", 425: "http_408", 429: "rate_limited" }
    const codesByClass: Record<number, string> = { 3: "redirect_refused", 4: "http_4xx", 5: "http_5xx" }
    for (let status = 200; status < 600; status++) {
      let expected: object = { kind: "failed", errorCode: exceptions[status] ?? codesByClass[Math.floor(status / 100)] }
      if (status < 300) expected = { kind: "success", errorCode: null }
      if (status === 410) expected = { kind: "gone", errorCode: "gone" }
      expect([status, classifyResponse(status, undefined)]).toEqual([status, expected])
    }
    for (const status of [600, 999])
      expect(classifyResponse(status, undefined)).toEqual({ kind: "failed", errorCode: "protocol_error" })
    expect(classifyResponse(199, undefined).kind).toBe("failed")
  })

  it.each([
    [500, "disable", "gone", "gone"],
    [404, " Disable ", "gone", "gone"],
    [200, "disable", "gone", "gone"],
    [500, "abort-message", "aborted", "aborted"],
    [400, "Abort-Message", "aborted", "aborted"],
    [410, "abort-message", "gone", "gone"],
    [200, "abort-message", "success", null],
    [500, "", "failed", "http_5xx"],
    [500, "delay", "failed", "http_5xx"],
  ])("with status %d and webhook-delivery: %s gives %s", (status, header, kind, errorCode) => {
    expect(classifyResponse(status, header)).toEqual({ kind, errorCode })
  })
})

describe("classifying an error without a response", () => {
  const coded = (code: string, message = "") => Object.assign(new Error(message), { code })

  const codes = [
    ["ECONNREFUSED", "connection_refused"],
    ["ECONNRESET", "connection_reset"],
    ["ECONNABORTED", "connection_reset"],
    ["EPIPE", "connection_reset"],
    ["ENETUNREACH", "network_unreachable"],
    ["EHOSTUNREACH", "network_unreachable"],
    ["ENETDOWN", "network_unreachable"],
    ["ETIMEDOUT", "timeout_connect"],
    ["CERT_HAS_EXPIRED", "tls_expired"],
    ["CERT_NOT_YET_VALID", "tls_expired"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls_untrusted"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "tls_untrusted"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "tls_untrusted"],
    ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "tls_untrusted"],
    ["CERT_REVOKED", "tls_untrusted"],
    ["INVALID_CA", "tls_untrusted"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "tls_name_mismatch"],
    ["HOSTNAME_MISMATCH", "tls_name_mismatch"],
    ["EPROTO", "tls_handshake"],
    ["ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE", "tls_handshake"],
    ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", "tls_handshake"],
    ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "protocol_error"],
    ["UND_ERR_HEADERS_OVERFLOW", "response_header_too_large"],
    ["ERR_ASSERTION", "protocol_error"],
    ["ERR_TLS_HANDSHAKE_TIMEOUT", "tls_handshake"],
    ["CRL_HAS_EXPIRED", "tls_untrusted"],
    ["PATH_LENGTH_EXCEEDED", "tls_untrusted"],
  ] as const

  it.each(codes)("maps %s to %s", (code, errorCode) => {
    expect(classifyError(coded(code))).toEqual({ kind: "failed", errorCode })
  })

  it.each(codes)("does not map a code that only contains %s", (code) => {
    const expected = /CERT|CRL/.test(code) ? "tls_untrusted" : "internal"
    for (const longer of [`X${code}`, `${code}.`])
      expect([longer, classifyError(coded(longer)).errorCode]).toEqual([longer, expected])
  })

  it("maps an unreadable response to a protocol error", () => {
    const thrown = Object.assign(new Error("Invalid header"), { name: "HTTPParserError" })
    expect(classifyError(thrown).errorCode).toBe("protocol_error")
  })

  it("maps an error of undici's socket to a reset if the other side closed, otherwise to a protocol error", () => {
    expect(classifyError(coded("UND_ERR_SOCKET", "other side closed")).errorCode).toBe("connection_reset")
    expect(classifyError(coded("UND_ERR_SOCKET", "bad response")).errorCode).toBe("protocol_error")
  })

  it("picks the most specific error of several addresses", () => {
    const of = (...codes: string[]) => classifyError(new AggregateError(codes.map((code) => coded(code)))).errorCode
    expect(of("ENETUNREACH", "ECONNREFUSED")).toBe("connection_refused")
    expect(of("ETIMEDOUT", "ECONNREFUSED")).toBe("connection_refused")
    expect(of("ENETUNREACH", "ETIMEDOUT")).toBe("timeout_connect")
    expect(of("EHOSTUNREACH", "ENETUNREACH")).toBe("network_unreachable")
    expect(of()).toBe("internal")
  })

  it("treats an unknown error as internal, so that it counts as no attempt", () => {
    for (const thrown of [new TypeError("x is not a function"), coded("EMFILE"), coded("EADDRNOTAVAIL"), "text", null])
      expect(classifyError(thrown)).toEqual({ kind: "internal", errorCode: "internal" })
  })

  it("returns the code of an error that our own checks threw", () => {
    for (const code of Object.keys(requestErrors) as RequestErrorCode[])
      expect(classifyError(new RequestError(code)).errorCode).toBe(code)
  })
})

it("every error has a sentence for users, and that of a blocked address reveals nothing about the address", () => {
  for (const sentence of Object.values(requestErrors)) expect(sentence).toMatch(/^[A-Z].{20,}\.$/)
  expect(requestErrors.address_blocked).not.toMatch(/private|loopback|internal|metadata|IP|address/i)
})
