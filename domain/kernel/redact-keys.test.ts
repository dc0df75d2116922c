import { describe, expect, it } from "vitest"
import { generateKey } from "./key-format"
import { hasKey, redactKeys } from "./redact-keys"

describe("a secret in a text", () => {
  it("is found if it is a whole key", () => {
    const key = generateKey("test")
    expect([key, `?key=${key}&limit=1`, key.slice(0, -1), "sbx_live_", ""].map(hasKey)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it("is redacted anywhere in a text, and the rest of the text is unchanged", () => {
    const live = generateKey("live")
    const test = generateKey("test")
    const webhook = `whsec_${"aB1+/".repeat(8)}`
    expect(redactKeys(`a ${live}, ${test} and ${live}`)).toBe(
      "a sbx_live_[redacted], sbx_test_[redacted] and sbx_live_[redacted]",
    )
    for (const padding of ["", "=", "=="])
      expect(redactKeys(`<${webhook}${padding}> <${webhook}>`)).toBe("<whsec_[redacted]> <whsec_[redacted]>")
    for (const text of ["", "sbx_live_0123", "whsec_short", "whsec_AAECAwQFBgcICQo"])
      expect(redactKeys(text)).toBe(text)
  })
})
