import { BlockList } from "node:net"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { anonymizedNetwork, rateLimitKeyOf } from "./network"

describe("the network key of a limit", () => {
  it.each([
    ["203.0.113.77", "203.0.113.77"],
    ["::ffff:203.0.113.77", "203.0.113.77"],
    ["::ffff:cb00:714d", "203.0.113.77"],
    ["2001:db8:aa:bb::1", "2001:db8:aa:bb::/64"],
    ["2001:0DB8:00aa:00bb:ffff:1:2:3", "2001:db8:aa:bb::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    [null, "unknown"],
  ])("of %s is %s", (address, key) => {
    expect(rateLimitKeyOf(address)).toBe(key)
  })

  it("is the same for every address of a /64", () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16))
    const four = fc.array(group, { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(four, four, four, (network, one, other) => {
        fc.pre(network.some((part) => part !== "0"))
        const key = rateLimitKeyOf([...network, ...one].join(":"))
        expect(rateLimitKeyOf([...network, ...other].join(":"))).toBe(key)
        const list = new BlockList()
        list.addSubnet(key.replace("/64", ""), 64, "ipv6")
        expect(list.check([...network, ...one].join(":"), "ipv6")).toBe(true)
      }),
    )
  })
})

describe("the stored network of an address", () => {
  it.each([
    ["203.0.113.77", "203.0.113.0/24"],
    ["::ffff:203.0.113.77", "203.0.113.0/24"],
    ["::ffff:cb00:714d", "203.0.113.0/24"],
    ["2001:db8:aa:bb::1", "2001:db8:aa::/48"],
    ["2001:0DB8:00aa::1", "2001:db8:aa::/48"],
    ["2001:db8::1", "2001:db8:0::/48"],
    ["::1", "0:0:0::/48"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0::/48"],
    ["::1:2:3:4:5:192.0.2.1", "0:1:2::/48"],
    ["fe80::1%eth0", "fe80:0:0::/48"],
    ["unknown", null],
    ["", null],
    [null, null],
  ])("%s is stored as %s", (address, network) => {
    expect(anonymizedNetwork(address)).toBe(network)
  })

  it("contains the address in every notation", () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        const [network = "", bits] = (anonymizedNetwork(address) ?? "").split("/")
        const list = new BlockList()
        list.addSubnet(network, Number(bits), network.includes(":") ? "ipv6" : "ipv4")
        expect(list.check(address, address.includes(":") ? "ipv6" : "ipv4")).toBe(true)
      }),
    )
  })
})
