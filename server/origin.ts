/**
 * Finds the origin of a request: its IP address and user agent. The front server takes the address from the socket or
 * from a trusted proxy, and passes it on in a header. REST, tRPC, MCP and the pages trust only this header.
 */
import "server-only"
import type { IncomingMessage } from "node:http"
import { isIP } from "node:net"
import type { RequestOrigin } from "@/domain/kernel/context"
import { processWide } from "@/domain/kernel/process-wide"

/** Set by the front server on every request. It overwrites what the caller sent under this name. */
export const clientAddressHeader = "x-signalbox-client-address"

/** `isRunning`: the front server runs in this process. Otherwise the header comes from the caller and is ignored. */
export const frontServerState = () => processWide("front-server", () => ({ isRunning: false }))

export const originOf = (headers: Pick<Headers, "get">): RequestOrigin => ({
  ip: frontServerState().isRunning ? headers.get(clientAddressHeader) : null,
  userAgent: headers.get("user-agent"),
})

/** TRUSTED_PROXY_HOPS: the number of your own proxies in front. Each adds one entry to X-Forwarded-For. */
const trustedHops = () => Number(process.env.TRUSTED_PROXY_HOPS ?? 0)

/**
 * Returns the caller's address: the one that the outermost trusted proxy saw, or that of the socket. With two trusted
 * proxies and `X-Forwarded-For: <claimed>, <caller>, <outer proxy>`, it is the second from the end.
 */
export function clientAddress({ headers, socket }: Pick<IncomingMessage, "headers" | "socket">): string {
  const hops = trustedHops()
  const forwarded = hops > 0 ? String(headers["x-forwarded-for"] ?? "").split(",") : []
  const forwardedAddress = unmapIpv4(forwarded.at(-hops)?.trim() ?? "")
  return isIP(forwardedAddress) ? forwardedAddress : unmapIpv4(socket.remoteAddress ?? "")
}

/** Converts an IPv4-mapped IPv6 address (::ffff:a.b.c.d) to a.b.c.d. */
const unmapIpv4 = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, "")
