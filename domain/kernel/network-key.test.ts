import { BlockList } from "node:net"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { networkKey } from "./network-key"

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
    expect(networkKey(address)).toBe(key)
  })

  it("is the same for every address of a /64", () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16))
    const four = fc.array(group, { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(four, four, four, (network, one, other) => {
        fc.pre(network.some((part) => part !== "0"))
        const key = networkKey([...network, ...one].join(":"))
        expect(networkKey([...network, ...other].join(":"))).toBe(key)
        const list = new BlockList()
        list.addSubnet(key.replace("/64", ""), 64, "ipv6")
        expect(list.check([...network, ...one].join(":"), "ipv6")).toBe(true)
      }),
    )
  })
})
