import { crc32 } from "node:zlib"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { checksum, generateKey, hintOf, isWellFormed } from "./key-format"

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
