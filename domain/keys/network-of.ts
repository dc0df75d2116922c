/** What is kept of an address: its network, not the machine. */
import { isIP } from "node:net"

/** The /24 of an IPv4 address or the /48 of an IPv6 one, e.g. `203.0.113.0/24`; null for anything else. */
export function networkOf(address: string | null): string | null {
  const family = address ? isIP(address) : 0
  if (!address || family === 0) return null
  const v4 = family === 4 ? address : /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (v4) return `${v4.split(".").slice(0, 3).join(".")}.0/24`
  return `${firstGroups(address)}::/48`
}

/** The first three groups of an IPv6 address, written out. */
function firstGroups(address: string) {
  const [head = "", tail] = address.split("::")
  const left = head ? head.split(":") : []
  const right = tail ? tail.split(":") : []
  const groups = tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill("0"), ...right]
  return groups
    .slice(0, 3)
    .map((g) => Number.parseInt(g, 16).toString(16))
    .join(":")
}
