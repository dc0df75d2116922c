/** Reduces an address to its network, so that the database does not store addresses of single machines. */
import { isIP } from "node:net"
import { ipv6Groups } from "./network-key"

/**
 * Returns the /24 of an IPv4 address or the /48 of an IPv6 address, for example `203.0.113.0/24`; null for anything
 * else.
 */
export function networkOf(address: string | null): string | null {
  const family = address ? isIP(address) : 0
  if (!address || family === 0) return null
  const v4 = family === 4 ? address : /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (v4) return `${v4.split(".").slice(0, 3).join(".")}.0/24`
  const groups = ipv6Groups(address).slice(0, 3)
  return `${groups.map((group) => group.toString(16)).join(":")}::/48`
}
