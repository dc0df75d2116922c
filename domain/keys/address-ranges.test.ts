import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { addressRange, isAllowed } from "./address-ranges"

describe("the address ranges of a key", () => {
  it.each([
    ["203.0.113.7", ["203.0.113.0/24"], true],
    ["203.0.113.0", ["203.0.113.0/24"], true],
    ["203.0.113.255", ["203.0.113.0/24"], true],
    ["203.0.112.255", ["203.0.113.0/24"], false],
    ["203.0.114.0", ["203.0.113.0/24"], false],
    ["203.0.113.127", ["203.0.113.128/25"], false],
    ["203.0.113.7", ["203.0.113.7"], true],
    ["203.0.113.8", ["203.0.113.7"], false],
    ["203.0.113.8", ["203.0.113.77/24"], true],
    ["::ffff:203.0.113.7", ["203.0.113.0/24"], true],
    ["::ffff:cb00:7107", ["203.0.113.0/24"], true],
    ["203.0.113.7", ["::ffff:203.0.113.0/120"], true],
    ["::ffff:203.0.114.7", ["203.0.113.0/24"], false],
    ["2001:db8::1", ["2001:db8::/32"], true],
    ["2001:DB8:FFFF::1", ["2001:db8::/32"], true],
    ["2001:db9::1", ["2001:db8::/32"], false],
    ["2001:db8::2", ["2001:db8::1/127"], false],
    ["2001:db8::1", ["2001:db8::1"], true],
    ["198.51.100.9", ["0.0.0.0/0"], true],
    ["2001:db8::1", ["0.0.0.0/0"], false],
    ["10.1.2.3", ["192.168.0.0/16", "2001:db8::/32", "10.0.0.0/8"], true],
  ])("%s in %j: %s", (address, ranges, expected) => {
    expect(isAllowed(address, ranges)).toBe(expected)
  })

  it("allow every address when empty, and never allow an unknown address", () => {
    expect(isAllowed(null, [])).toBe(true)
    for (const address of [null, "", "unknown", "203.0.113.7:4711", "203.0.113"])
      expect(isAllowed(address, ["0.0.0.0/0", "::/0"])).toBe(false)
  })

  it("match integer arithmetic for every IPv4 range", () => {
    const v4 = fc.nat({ max: 2 ** 32 - 1 })
    const written = (n: number) => [24, 16, 8, 0].map((shift) => (n >>> shift) & 255).join(".")
    fc.assert(
      fc.property(v4, v4, fc.integer({ min: 0, max: 32 }), (network, address, bits) => {
        const shift = 2 ** (32 - bits)
        const expected = Math.floor(network / shift) === Math.floor(address / shift)
        expect(isAllowed(written(address), [`${written(network)}/${bits}`])).toBe(expected)
      }),
    )
  })

  it.each([
    "203.0.113.0/33",
    "2001:db8::/129",
    "203.0.113.0/-1",
    "203.0.113.0/",
    "203.0.113.0/24/24",
    "203.0.113/24",
    "010.0.0.0/8",
    "fe80::1%eth0/64",
    "example.com",
    "",
    "*",
  ])("reject %j as a range", (text) => {
    expect(addressRange.safeParse(text).success).toBe(false)
  })
})
