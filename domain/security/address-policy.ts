/**
 * Decides which IP addresses webhooks may be sent to: only public ones. A text that is not an address is not public.
 */
import { BlockList, isIP } from "node:net"

export function isPublicAddress(ip: string): boolean {
  const address = canonicalAddress(ip)
  if (address === null) return false
  const v4 = isIP(address) === 4 ? address : innerV4(address, nat64)
  if (v4) return !blockedV4List.check(v4, "ipv4")
  return allowedV6List.check(address, "ipv6") && !blockedV6List.check(address, "ipv6")
}

/** True for 127.0.0.0/8 and ::1, also as an IPv4 address mapped into IPv6. */
export function isLoopbackAddress(ip: string): boolean {
  const address = canonicalAddress(ip)
  // A normalized IPv6 address contains no dot.
  return address === "::1" || (address?.startsWith("127.") ?? false)
}

/** True when both texts are the same address in any spelling. */
export const isSameAddress = (a: string, b: string) =>
  canonicalAddress(a) !== null && canonicalAddress(a) === canonicalAddress(b)

/**
 * Normalizes an address. IPv4 mapped into IPv6 becomes IPv4. Returns null for an address with a zone ("fe80::1%eth0"),
 * because a public address has none.
 */
function canonicalAddress(ip: string): string | null {
  const family = ip.includes("%") ? 0 : isIP(ip)
  if (family === 0) return null
  if (family === 4) return ip
  // Uses the URL parser because ipaddr.js treats ::8.8.8.8 as ::ffff:8.8.8.8, and 64:ff9b:1:: as 64:ff9b::.
  const normalized = new URL(`http://[${ip}]/`).hostname.slice(1, -1)
  return innerV4(normalized, mapped) ?? normalized
}

/**
 * Mapped and NAT64 addresses contain the IPv4 address that is checked. 6to4 and Teredo also lead to IPv4 and are
 * blocked completely.
 */
const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/
const nat64 = /^64:ff9b::([0-9a-f]{1,4}):([0-9a-f]{1,4})$/

function innerV4(normalized: string, form: RegExp): string | null {
  const groups = form.exec(normalized)?.slice(1)
  if (!groups) return null
  const bytesOf = (group: number) => [group >> 8, group & 255]
  return groups.flatMap((group) => bytesOf(Number.parseInt(group, 16))).join(".")
}

/** Ranges that no webhook is sent to, each with the reason. */
export const blockedV4 = {
  "0.0.0.0/8": "this network",
  "10.0.0.0/8": "private",
  "100.64.0.0/10": "carrier NAT; 100.100.100.200 is a cloud's metadata",
  "127.0.0.0/8": "loopback",
  "168.63.129.16/32": "a cloud's platform services, on a public address",
  "169.254.0.0/16": "link-local; 169.254.169.254 is the metadata of most clouds",
  "172.16.0.0/12": "private",
  "192.0.0.0/24": "protocol assignments",
  "192.0.2.0/24": "documentation",
  "192.31.196.0/24": "AS112",
  "192.52.193.0/24": "AMT relays",
  "192.88.99.0/24": "6to4 relays",
  "192.168.0.0/16": "private",
  "192.175.48.0/24": "AS112",
  "198.18.0.0/15": "benchmarks",
  "198.51.100.0/24": "documentation",
  "203.0.113.0/24": "documentation",
  "224.0.0.0/4": "multicast",
  "240.0.0.0/4": "reserved, and broadcast",
} as const

/** IPv6 is allowed only inside this range. */
const allowedV6 = "2000::/3"

/**
 * Ranges inside 2000::/3. Everything outside is blocked too, such as ::1, fc00::/7, fe80::/10, fec0::/10, ff00::/8,
 * 100::/64, 5f00::/16 and 64:ff9b:1::/48.
 */
export const blockedV6 = {
  "2001::/23": "protocol assignments; Teredo (2001::/32) hides an IPv4 address",
  "2001:db8::/32": "documentation",
  "2002::/16": "6to4 hides an IPv4 address",
  "2620:4f:8000::/48": "AS112",
  "3fff::/20": "documentation",
} as const

const blockedV4List = listOf(Object.keys(blockedV4), "ipv4")
const blockedV6List = listOf(Object.keys(blockedV6), "ipv6")
const allowedV6List = listOf([allowedV6], "ipv6")

function listOf(ranges: string[], type: "ipv4" | "ipv6") {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = "", bits] = range.split("/")
    list.addSubnet(network, Number(bits), type)
  }
  return list
}
