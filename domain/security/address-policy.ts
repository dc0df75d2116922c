/** Decides which IP addresses a webhook may be sent to: public ones only. A text that is not an address is not public. */
import { BlockList, isIP } from "node:net"
import { allowedV6, blockedV4, blockedV6 } from "./blocked-ranges"

export function isPublicAddress(ip: string): boolean {
  const address = plainAddress(ip)
  if (address === null) return false
  const v4 = isIP(address) === 4 ? address : innerV4(address, nat64)
  if (v4) return !refusedV4.check(v4, "ipv4")
  return globalV6.check(address, "ipv6") && !refusedV6.check(address, "ipv6")
}

/** True for 127.0.0.0/8 and ::1, also as an IPv4 address mapped into IPv6. */
export function isLoopbackAddress(ip: string): boolean {
  const address = plainAddress(ip)
  // A normalized IPv6 address contains no dot.
  return address === "::1" || (address?.startsWith("127.") ?? false)
}

/** True when both texts are the same address in any spelling. */
export const isSameAddress = (one: string, other: string) =>
  plainAddress(one) !== null && plainAddress(one) === plainAddress(other)

/**
 * Normalizes an address. IPv4 mapped into IPv6 becomes IPv4. Returns null for an address with a zone ("fe80::1%eth0"), because
 * a public address has none.
 */
function plainAddress(ip: string): string | null {
  const family = ip.includes("%") ? 0 : isIP(ip)
  if (family === 0) return null
  if (family === 4) return ip
  // Uses the URL parser because ipaddr.js treats ::8.8.8.8 as ::ffff:8.8.8.8, and 64:ff9b:1:: as 64:ff9b::.
  const spelled = new URL(`http://[${ip}]/`).hostname.slice(1, -1)
  return innerV4(spelled, mapped) ?? spelled
}

/** The IPv4 address inside a mapped or NAT64 address decides. 6to4 and Teredo also lead to IPv4 and are blocked completely. */
const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/
const nat64 = /^64:ff9b::([0-9a-f]{1,4}):([0-9a-f]{1,4})$/

function innerV4(spelled: string, form: RegExp): string | null {
  const groups = form.exec(spelled)?.slice(1)
  if (!groups) return null
  return groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join(".")
}

const refusedV4 = listOf(Object.keys(blockedV4), "ipv4")
const refusedV6 = listOf(Object.keys(blockedV6), "ipv6")
const globalV6 = listOf([allowedV6], "ipv6")

function listOf(ranges: string[], type: "ipv4" | "ipv6") {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = "", bits] = range.split("/")
    list.addSubnet(network, Number(bits), type)
  }
  return list
}
