import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isLoopbackAddress, isPublicAddress, isSameAddress } from "./address-policy"

/** The list of the specification, repeated here so that the test notices a range that is missing in the code. */
const refusedV4 =
  "0/8 10/8 100.64/10 127/8 169.254/16 172.16/12 192.0.0/24 192.0.2/24 192.31.196/24 192.52.193/24 192.88.99/24 192.168/16 192.175.48/24 198.18/15 198.51.100/24 203.0.113/24 224/4 240/4 168.63.129.16/32"
    .split(" ")
    .map((text) => {
      const [network = "", bits] = text.split("/")
      const octets = [...network.split("."), "0", "0", "0"].slice(0, 4).map(Number)
      return { first: octets.reduce((n, octet) => n * 256 + octet, 0), size: 2 ** (32 - Number(bits)) }
    })

const dotted = (n: number) => [24, 16, 8, 0].map((shift) => (n >>> shift) & 255).join(".")
const isRefused = (n: number) => refusedV4.some(({ first, size }) => n >= first && n < first + size)
const hex = (n: bigint) =>
  [...Array(8).keys()].map((i) => ((n >> BigInt(112 - 16 * i)) & 0xffffn).toString(16)).join(":")

describe("a public address", () => {
  it("in IPv4 is outside all blocked ranges: tested with their first and last addresses and the neighbors", () => {
    for (const { first, size } of refusedV4)
      for (const n of [first - 1, first, first + size - 1, first + size])
        if (n >= 0 && n < 2 ** 32) expect([dotted(n), isPublicAddress(dotted(n))]).toEqual([dotted(n), !isRefused(n)])
    expect(isPublicAddress("255.255.255.255")).toBe(false)
    expect(isPublicAddress("169.254.169.254")).toBe(false)
    expect(isPublicAddress("100.100.100.200")).toBe(false)
  })

  it("in IPv4 is the same for plain, mapped and NAT64 spellings of random addresses", () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 32 - 1 }), (n) => {
        const ip = dotted(n)
        for (const written of [ip, `::ffff:${ip}`, hex(0xffff_0000_0000n + BigInt(n)), `64:ff9b::${ip}`])
          expect([written, isPublicAddress(written)]).toEqual([written, !isRefused(n)])
      }),
      { numRuns: 500 },
    )
  })

  it("in IPv6 lies in 2000::/3", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), (n) => {
        const isGlobal = n >> 125n === 1n
        if (!isGlobal && n >> 32n !== 0xffffn && n >> 32n !== 0x64ff9bn << 64n)
          expect([hex(n), isPublicAddress(hex(n))]).toEqual([hex(n), false])
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    "::",
    "::1",
    "::7f00:1",
    "::8.8.8.8",
    "::ffff:10.0.0.1",
    "::ffff:0:8.8.8.8",
    "::ffff:808:808:1",
    "64:ff9b::808:808:1",
    "64:ff9b::10.0.0.1",
    "64:ff9b::169.254.169.254",
    "64:ff9b:1::8.8.8.8",
    "100::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:1ff:ffff::1",
    "2001:db8::1",
    "2001:db8:ffff:ffff::1",
    "2002::1",
    "2002:7f00:1::",
    "2002:808:808::1",
    "3fff::1",
    "3fff:fff::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "2606:4700::1111%eth0",
    "fec0::1",
    "ff02::1",
    "4000::1",
    "1fff:ffff::1",
  ])("is not %s", (ip) => {
    expect(isPublicAddress(ip)).toBe(false)
  })

  it.each(["2606:4700::ffff:a00:1", "2606:64:ff9b::a00:1"])(
    "is %s, which only ends like an address that contains IPv4",
    (ip) => {
      expect(isPublicAddress(ip)).toBe(true)
    },
  )

  it.each(["2606:4700::1111", "2001:200::1", "2001:4860:4860::8888", "2a00:1450::1", "2003::1", "3ffe::1", "2400::1"])(
    "is %s",
    (ip) => {
      expect(isPublicAddress(ip)).toBe(true)
    },
  )

  it.each([
    "",
    "localhost",
    "8.8.8",
    "8.8.8.8/32",
    "08.8.8.8",
    "0x8.8.8.8",
    "134744072",
    "[2606:4700::1111]",
    " 8.8.8.8",
  ])("is not %j, which is not an address", (text) => {
    expect(isPublicAddress(text)).toBe(false)
    expect(isLoopbackAddress(text)).toBe(false)
    expect(isSameAddress(text, text)).toBe(false)
  })
})

describe("a loopback address", () => {
  it("is one of 127.0.0.0/8, or ::1", () => {
    for (const ip of ["127.0.0.1", "127.255.255.254", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.2"])
      expect([ip, isLoopbackAddress(ip)]).toEqual([ip, true])
    for (const ip of ["128.0.0.1", "126.255.255.255", "::", "::2", "::127.0.0.1", "0.0.0.0", "fe80::1%lo"])
      expect([ip, isLoopbackAddress(ip)]).toEqual([ip, false])
  })
})

it("an address equals itself in every spelling", () => {
  expect(isSameAddress("::ffff:8.8.8.8", "8.8.8.8")).toBe(true)
  expect(isSameAddress("2606:4700:0:0:0:0:0:1", "2606:4700::1")).toBe(true)
  expect(isSameAddress("8.8.8.8", "8.8.4.4")).toBe(false)
})
