/** Validates the IPv4 and IPv6 ranges from which a key can be used, and checks addresses against them. */
import { BlockList, isIP } from "node:net"
import { z } from "zod"

/** Maximum number of ranges per key. */
export const maxRanges = 50

export const addressRange = z
  .string()
  .max(49)
  .refine(isRange, {
    error: "is not an IP address or a range in CIDR notation, such as 203.0.113.0/24 or 2001:db8::/32",
  })
  .meta({ description: "An IP address, or a range in CIDR notation.", examples: ["203.0.113.0/24"] })

/** True when `address` is in one of `ranges`. An empty list allows every address. An unknown address is in no range. */
export function isAllowed(address: string | null, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true
  const family = address ? isIP(address) : 0
  if (!address || family === 0) return false
  const list = new BlockList()
  for (const range of ranges) {
    const { network, bits, type } = parseRange(range)
    list.addSubnet(network, bits, type)
  }
  return list.check(address, family === 4 ? "ipv4" : "ipv6")
}

/** Length of an address in bits, which is also the longest prefix of a range. */
const addressBits = { ipv4: 32, ipv6: 128 } as const

/** A single address is a range with the longest prefix. */
function parseRange(range: string) {
  const [network = "", bits] = range.split("/")
  const type = isIP(network) === 4 ? "ipv4" : "ipv6"
  return { network, type, bits: bits === undefined ? addressBits[type] : Number(bits) } as const
}

function isRange(text: string) {
  const [network = "", bits, ...rest] = text.split("/")
  // "%" separates an IPv6 address from its zone, such as fe80::1%eth0.
  if (isIP(network) === 0 || rest.length > 0 || network.includes("%")) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= addressBits[parseRange(text).type])
}
