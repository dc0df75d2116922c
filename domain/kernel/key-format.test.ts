import { crc32 } from "node:zlib"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { checksum, generateKey, hasKey, hintOf, isWellFormed, redactKeys } from "./key-format"

describe("the format of a key", () => {
  it("matches the published test vectors", () => {
    expect(crc32("123456789").toString(16)).toBe("cbf43926")
    expect(checksum("sbx_live_0123456789ABCDEFGHIJabcdefghij")).toBe("3NFETz")
    expect(checksum("sbx_test_0123456789ABCDEFGHIJabcdefghij")).toBe("1U8Ckq")
    expect(isWellFormed(`sbx_live_0123456789ABCDEFGHIJabcdefghij${"3NFETz"}`)).toBe(true)
  })

  it("accepts every created key, and all keys are unique", () => {
    const keys = Array.from({ length: 500 }, () => generateKey("live"))
    expect(keys.every(isWellFormed)).toBe(true)
    expect(new Set(keys).size).toBe(500)
  })

  it("detects a typo at every position", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 44 }), fc.constantFrom("0", "z", "M"), (at, character) => {
        const key = generateKey("test")
        if (key[at] === character) return
        expect(isWellFormed(key.slice(0, at) + character + key.slice(at + 1))).toBe(false)
      }),
    )
  })

  it("rejects a longer text, even if its checksum is correct", () => {
    for (const body of [`x${generateKey("live").slice(0, -6)}`, `sbx_live_${"0".repeat(31)}`])
      expect(isWellFormed(body + checksum(body))).toBe(false)
  })

  it("has a checksum of six characters for every body", () => {
    fc.assert(fc.property(fc.string(), (body) => /^[0-9A-Za-z]{6}$/.test(checksum(body))))
  })

  it("has a hint with the ends of the random part and without the checksum", () => {
    expect(hintOf("sbx_live_0123456789ABCDEFGHIJabcdefghij3NFETz")).toBe("sbx_live_0123...ghij")
  })
})

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
    const [live, test, webhook] = [generateKey("live"), generateKey("test"), `whsec_${"aB1+/".repeat(8)}`]
    expect(redactKeys(`a ${live}, ${test} and ${live}`)).toBe(
      "a sbx_live_[redacted], sbx_test_[redacted] and sbx_live_[redacted]",
    )
    for (const padding of ["", "=", "=="])
      expect(redactKeys(`<${webhook}${padding}> <${webhook}>`)).toBe("<whsec_[redacted]> <whsec_[redacted]>")
    for (const text of ["", "sbx_live_0123", "whsec_short", "whsec_AAECAwQFBgcICQo"])
      expect(redactKeys(text)).toBe(text)
  })
})
