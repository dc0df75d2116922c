import { BlockList } from "node:net"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { networkOf } from "./network-of"

describe("the stored network of an address", () => {
  it.each([
    ["203.0.113.77", "203.0.113.0/24"],
    ["::ffff:203.0.113.77", "203.0.113.0/24"],
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
    expect(networkOf(address)).toBe(network)
  })

  it("contains the address in every notation", () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        const [network = "", bits] = (networkOf(address) ?? "").split("/")
        const list = new BlockList()
        list.addSubnet(network, Number(bits), network.includes(":") ? "ipv6" : "ipv4")
        expect(list.check(address, address.includes(":") ? "ipv6" : "ipv4")).toBe(true)
      }),
    )
  })
})
