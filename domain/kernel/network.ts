/** Reduces IP addresses to the networks that rate limits count and that the database stores. */
import { isIP, isIPv4 } from "node:net"

/**
 * Returns the key under which a limit counts the caller. An IPv4 address counts alone. An IPv6 address counts by its
 * /64, because one machine usually has a whole /64. An IPv4-mapped IPv6 address counts as its IPv4 address. Callers
 * without an address share the key `unknown`.
 */
export function rateLimitKeyOf(address: string | null): string {
  if (address === null) return "unknown"
  if (!address.includes(":")) return address
  const groups = ipv6Groups(address)
  return mappedIpv4(groups) ?? ipv6Network(groups, 64)
}

/**
 * Returns the network that the database stores, so that it contains no addresses of single machines: the /24 of an IPv4
 * address or the /48 of an IPv6 address, for example `203.0.113.0/24`. Returns null for anything else.
 */
export function anonymizedNetwork(address: string | null): string | null {
  if (address === null || !isIP(address)) return null
  if (isIPv4(address)) return ipv4Network(address)
  const groups = ipv6Groups(address)
  const mapped = mappedIpv4(groups)
  return mapped ? ipv4Network(mapped) : ipv6Network(groups, 48)
}

const ipv4Network = (address: string) => `${address.split(".").slice(0, 3).join(".")}.0/24`

/** The IPv4 address in an IPv4-mapped IPv6 address, such as ::ffff:192.0.2.1. null for any other address. */
function mappedIpv4(groups: number[]): string | null {
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  const [high = 0, low = 0] = groups.slice(6)
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join(".") : null
}

/** The network of an IPv6 address, with a prefix of `bits`: `2001:db8:0:1::/64`. */
const ipv6Network = (groups: number[], bits: 48 | 64) =>
  `${groups
    .slice(0, bits / 16)
    .map(hex)
    .join(":")}::/${bits}`

/** The eight groups of an IPv6 address, as numbers. */
function ipv6Groups(address: string): number[] {
  const [head = "", tail] = withoutDots(address).split("::")
  const left = head ? head.split(":") : []
  const right = tail ? tail.split(":") : []
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array(zeros).fill("0"), ...right].map((group) => Number.parseInt(group, 16))
}

/** Converts a dotted ending (64:ff9b::192.0.2.1) to two groups. */
const withoutDots = (address: string) =>
  address.replace(
    /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/,
    (_, a, b, c, d) => `${hex(a * 256 + +b)}:${hex(c * 256 + +d)}`,
  )
const hex = (group: number) => group.toString(16)
