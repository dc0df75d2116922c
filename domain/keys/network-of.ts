/** What is kept of an address: its network, not the machine. */
import { isIP } from "node:net"

/** The /24 of an IPv4 address or the /48 of an IPv6 one, e.g. `203.0.113.0/24`; null for anything else. */
export function networkOf(address: string | null): string | null {
  const family = address ? isIP(address) : 0
  if (!address || family === 0) return null
  const v4 = family === 4 ? address : /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (v4) return `${v4.split(".").slice(0, 3).join(".")}.0/24`
  return `${leadingGroups(address, 3)}::/48`
}

/** The first groups of an IPv6 address (at most six), written out. */
export function leadingGroups(address: string, count: number): string {
  const [head = "", tail] = withoutDots(address).split("::")
  const left = head ? head.split(":") : []
  const right = tail ? tail.split(":") : []
  const groups = tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill("0"), ...right]
  return groups
    .slice(0, count)
    .map((g) => Number.parseInt(g, 16).toString(16))
    .join(":")
}

/** An IPv6 address may end as an IPv4 one (64:ff9b::192.0.2.1): those are two groups. */
const withoutDots = (address: string) =>
  address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)/, (_, a, b, c, d) => `${hex(a * 256 + +b)}:${hex(c * 256 + +d)}`)
const hex = (n: number) => n.toString(16)
