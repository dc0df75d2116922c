import { expect, it } from "vitest"
import { requestErrorSentence } from "./request-errors"

it("says the exact status of a response instead of its class", () => {
  expect(requestErrorSentence("http_5xx", 503)).toBe("The receiver returned a server error (status 503).")
  expect(requestErrorSentence("http_408", 425)).toBe("The receiver asked for another attempt (status 425).")
  expect(requestErrorSentence("redirect_refused", 301)).toMatch(/^The receiver returned a redirect \(status 301\)\./)
  expect(requestErrorSentence("http_5xx", null)).toBe("The receiver returned a server error (status 5xx).")
})

it("keeps the sentence of an error that no status describes", () => {
  expect(requestErrorSentence("timeout_total", 200)).toBe("The complete request took too long.")
  expect(requestErrorSentence("connection_refused", null)).toBe("The receiver's host refused the connection.")
})

it("says only what is known of an attempt without a known code", () => {
  expect(requestErrorSentence(null, 404)).toBe("The receiver responded with status 404.")
  expect(requestErrorSentence("an_old_code", 404)).toBe("The receiver responded with status 404.")
  expect(requestErrorSentence(null, null)).toBeNull()
})
